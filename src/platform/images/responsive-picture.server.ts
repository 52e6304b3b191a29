import type { PhotoProblem } from '#shared/photo.ts';
import type { Result } from '#shared/result.ts';

import { drawPicture } from './resize-image.server.ts';

/** Encoded file of a picture, named by width and format: `800.avif`. */
type PictureFile = { name: string; kind: string; bytes: Uint8Array };

type ResponsivePicture = { width: number; height: number; widths: number[]; files: PictureFile[] };

/**
 * Widths in which an uploaded picture is stored: the standard ones it can fill. The smallest is
 * always included, because the cart and emails show it.
 */
function pictureWidths(width: number): number[] {
  return [480, 800, 1_200, 1_600].filter((one) => one === 480 || one <= width);
}

/**
 * Renders a picture in every width and format that pages request. The output is upright and has no
 * camera metadata or trailing data. Uses the first frame of an animation, and enlarges nothing.
 */
export function renderResponsivePicture(bytes: Uint8Array): Promise<Result<ResponsivePicture, PhotoProblem>> {
  return drawPicture(bytes, async (source, sharp): Promise<ResponsivePicture> => {
    const upright = await source
      .resize({ width: 1_600, height: 2_400, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    const widths = pictureWidths(width);
    const files: PictureFile[] = [];
    for (const one of widths) {
      const scaled = () => sharp(upright.data).resize({ width: one, withoutEnlargement: true });
      const drawn: [string, string, Buffer][] = [
        ['avif', 'image/avif', await scaled().avif({ quality: 55, effort: 2 }).toBuffer()],
        ['webp', 'image/webp', await scaled().webp({ quality: 80 }).toBuffer()],
        ['jpg', 'image/jpeg', await scaled().flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()],
      ];
      for (const [ending, kind, data] of drawn) {
        files.push({ name: `${one}.${ending}`, kind, bytes: new Uint8Array(data) });
      }
    }
    return { width, height, widths, files };
  });
}
