import type { PhotoProblem } from '#shared/photo.ts';
import type { Result } from '#shared/result.ts';

import { drawPicture } from './resize-image.server.ts';

/** Longest edge of a stored photo, in pixels. */
const maxEdge = 1_600;

export type CleanImage = { kind: 'image/webp'; width: number; height: number; bytes: Uint8Array };

/**
 * Redraws a photo upright and at most 1,600 px long, so that no camera data, location, text or
 * trailing bytes remain. Uses the first frame of an animation.
 */
export function cleanImage(bytes: Uint8Array): Promise<Result<CleanImage, PhotoProblem>> {
  return drawPicture(bytes, async (upright): Promise<CleanImage> => {
    const { data, info } = await upright
      .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { kind: 'image/webp', width: info.width, height: info.height, bytes: new Uint8Array(data) };
  });
}
