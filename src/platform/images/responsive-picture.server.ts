import type { Sharp } from 'sharp';

import type { PhotoProblem } from '#shared/photo.ts';
import type { Result } from '#shared/result.ts';

import { drawPicture } from './resize-image.server.ts';

/** Encoded file of a picture, named by width and format: `800.avif`. */
type PictureFile = { name: string; kind: string; bytes: Uint8Array };

/** `tone` is set if a text over the left half must be light. */
type ResponsivePicture = {
  width: number;
  height: number;
  widths: number[];
  tone: 'dark' | undefined;
  files: PictureFile[];
};

/**
 * Widths in which an uploaded picture is stored: the standard ones it can fill. The smallest is
 * always included, because the cart and emails show it.
 */
function pictureWidths(width: number): number[] {
  return [480, 800, 1_200, 1_600].filter((one) => one === 480 || one <= width);
}

/** Mean gray, of 255, below which light texts contrast better than dark ones. */
const darkBelow = 118;

async function isDarkOnTheLeft(picture: Sharp, { width, height }: { width: number; height: number }): Promise<boolean> {
  const left = { left: 0, top: 0, width: Math.ceil(width / 2), height };
  const [mean = 255] = await picture
    .extract(left)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return mean < darkBelow;
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
    const tone = (await isDarkOnTheLeft(sharp(upright.data), upright.info)) ? 'dark' : undefined;
    return { width, height, widths, tone, files };
  });
}
