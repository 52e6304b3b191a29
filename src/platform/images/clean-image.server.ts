import type { Sharp } from 'sharp';

import { drawPicture } from './draw.server.ts';

export const maxBytes = 10 * 1024 * 1024;
const maxWholePixels = 8_000_000;
/** Longest edge of what is kept. */
const maxEdge = 1_600;

export type CleanImage = { kind: 'image/webp'; width: number; height: number; bytes: Uint8Array };

const beginnings = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x52, 0x49, 0x46, 0x46],
];

/** Whether a file begins as a JPEG, a PNG or a WebP. */
export const isPhoto = (bytes: Uint8Array) =>
  beginnings.some((start) => start.every((byte, place) => bytes[place] === byte));

/**
 * The picture drawn anew, upright and at most 1,600 px long: no camera data, place, text or hidden tail is left of it. Null for
 * what is no JPEG, PNG or WebP by its bytes, is broken, above 10 MB or above 40 megapixels (8 when progressive or interlaced).
 */
export async function cleanImage(bytes: Uint8Array): Promise<CleanImage | null> {
  if (bytes.length > maxBytes || !isPhoto(bytes)) return null;
  const draw = async (upright: Sharp): Promise<CleanImage> => {
    const { data, info } = await upright
      .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { kind: 'image/webp', width: info.width, height: info.height, bytes: new Uint8Array(data) };
  };
  return drawPicture(bytes, { maxWholePixels, draw });
}
