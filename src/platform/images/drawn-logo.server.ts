import type { PhotoProblem } from '#shared/photo.ts';
import type { Result } from '#shared/result.ts';

import { drawPicture } from './resize-image.server.ts';

export type LogoUse = 'logo' | 'icon';

type DrawnLogo = { width: number; height: number; file: { name: string; kind: 'image/png'; bytes: Uint8Array } };

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** Four times the size on a page, in pixels. */
const logoBox = { width: 800, height: 160, fit: 'inside', withoutEnlargement: true } as const;

/** Largest size that a browser asks for, in pixels. */
const iconBox = { width: 512, height: 512, fit: 'contain', background: clear } as const;

/**
 * Redraws a logo without its even margin, or an icon as a square, as a PNG that stays transparent
 * where the file is.
 */
export function drawLogo(bytes: Uint8Array, use: LogoUse): Promise<Result<DrawnLogo, PhotoProblem>> {
  return drawPicture(bytes, async (upright, sharp): Promise<DrawnLogo> => {
    const whole = await upright.ensureAlpha().png({ compressionLevel: 1 }).toBuffer();
    const drawn = use === 'icon' ? sharp(whole).resize(iconBox) : sharp(whole).trim().resize(logoBox);
    const { data, info } = await drawn.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { width, height, file: { name: `${width}.png`, kind: 'image/png', bytes: new Uint8Array(data) } };
  });
}
