import { drawPicture } from '#platform/images/draw-picture.server.ts';
import type { PhotoProblem } from '#shared/photo.ts';
import type { Result } from '#shared/result.ts';

import { pictureWidths } from '../edit-product.ts';

type PictureFile = { name: string; kind: string; bytes: Uint8Array };
export type PictureFiles = { width: number; height: number; widths: number[]; files: PictureFile[] };

/**
 * Renders a picture in every width and format that pages request. The output is upright and has no
 * camera metadata or trailing data.
 */
export function pictureFiles(bytes: Uint8Array): Promise<Result<PictureFiles, PhotoProblem>> {
  return drawPicture(bytes, async (source, sharp): Promise<PictureFiles> => {
    const upright = await source
      .resize({ width: 1_600, height: 2_400, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    const widths = pictureWidths(width);
    const files: PictureFile[] = [];
    for (const one of widths) {
      const scaled = () => sharp(upright.data).resize({ width: one });
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
