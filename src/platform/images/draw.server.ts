import type sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';

type Library = typeof sharp;

/** Largest picture that is decoded, in pixels. */
export const maxPixels = 40_000_000;

let loading: Promise<Library> | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Loaded with the first picture: most days bring none. One thread and no cache: pictures have time, and memory is bounded. */
async function load(): Promise<Library> {
  const { default: library } = await import('sharp');
  library.concurrency(1);
  library.cache(false);
  return library;
}

type Drawing<T> = {
  /** Pixels of a progressive JPEG or an interlaced PNG, which is held whole while it is decoded: 7 bytes a pixel were measured. */
  maxWholePixels: number;
  draw(upright: Sharp, library: Library): Promise<T>;
};

const pixelsOf = ({ width, height }: Metadata) => width * height;

/** Draws a picture anew, one in the process at a time, in a thread of its own. Null for what is broken or has too many pixels. */
export function drawPicture<T>(bytes: Uint8Array, { maxWholePixels, draw }: Drawing<T>): Promise<T | null> {
  const drawing = last.then(async () => {
    loading ??= load();
    const library = await loading;
    try {
      const picture = library(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' });
      const metadata = await picture.metadata();
      if (metadata.isProgressive && pixelsOf(metadata) > maxWholePixels) return null;
      return await draw(picture.autoOrient(), library);
    } catch {
      return null;
    }
  });
  last = drawing.catch(() => undefined);
  return drawing;
}
