import { pictureWidths } from '../editing/rules.ts';

/** Largest file that is taken, in bytes: a form brings it with its other fields within 10 MB. */
export const mostBytes = 8 * 1024 * 1024;
const mostPixels = 40_000_000;

export type PictureFile = { name: string; kind: string; bytes: Uint8Array };
export type PictureFiles = { width: number; height: number; widths: number[]; files: PictureFile[] };

const beginnings = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x52, 0x49, 0x46, 0x46],
];

const isPicture = (bytes: Uint8Array) =>
  beginnings.some((start) => start.every((byte, place) => bytes[place] === byte));

/**
 * The picture drawn anew in every width and format that pages ask for: upright, without camera data or hidden tail. Null for
 * what is no JPEG, PNG or WebP by its bytes, is broken, above 8 MB or above 40 megapixels.
 */
export async function pictureFiles(bytes: Uint8Array): Promise<PictureFiles | null> {
  if (bytes.length > mostBytes || !isPicture(bytes)) return null;
  // Loaded with the first picture: most days bring none.
  const { default: sharp } = await import('sharp');
  try {
    const upright = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated' })
      .autoOrient()
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
  } catch {
    return null;
  }
}
