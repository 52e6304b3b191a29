import { isPhoto } from '#platform/images/clean-image.server.ts';
import { drawPicture, maxPixels } from '#platform/images/draw.server.ts';

import { pictureWidths } from '../editing/rules.ts';

/** Largest file that is taken, in bytes: a form brings it with its other fields within 10 MB. */
const maxBytes = 8 * 1024 * 1024;

type PictureFile = { name: string; kind: string; bytes: Uint8Array };
export type PictureFiles = { width: number; height: number; widths: number[]; files: PictureFile[] };

/**
 * The picture drawn anew in every width and format that pages ask for: upright, without camera data or hidden tail. Null for
 * what is no JPEG, PNG or WebP by its bytes, is broken, above 8 MB or above 40 megapixels.
 */
export async function pictureFiles(bytes: Uint8Array): Promise<PictureFiles | null> {
  if (bytes.length > maxBytes || !isPhoto(bytes)) return null;
  const draw: Parameters<typeof drawPicture<PictureFiles>>[1]['draw'] = async (source, sharp) => {
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
  };
  return drawPicture(bytes, { maxWholePixels: maxPixels, draw });
}
