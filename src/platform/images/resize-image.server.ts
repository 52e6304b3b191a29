import type sharp from 'sharp';
import type { Sharp } from 'sharp';

import { photoFormat, sizeProblem, type PhotoProblem } from '#shared/photo.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

type Library = typeof sharp;

let loading: Promise<Library> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Loads sharp with the first picture, because most days bring none. One thread and no cache bound
 * its memory; pictures can wait.
 */
async function load(): Promise<Library> {
  const { default: library } = await import('sharp');
  library.concurrency(1);
  library.cache(false);
  return library;
}

/**
 * Redraws a picture in a thread, one at a time in the process. Its size is read from its header and
 * checked before it is decoded.
 * Refuses a file that is no photo, is damaged or exceeds a limit.
 */
export function drawPicture<T>(
  bytes: Uint8Array,
  draw: (upright: Sharp, library: Library) => Promise<T>,
): Promise<Result<T, PhotoProblem>> {
  const drawing = last.then(async (): Promise<Result<T, PhotoProblem>> => {
    const format = photoFormat(bytes);
    if (format === null) return refuse('photo_unknown');
    if (format === 'heic') return refuse('photo_heic');
    loading ??= load();
    const library = await loading;
    try {
      // `sizeProblem` limits the pixels, with a reason of its own.
      const picture = library(bytes, { limitInputPixels: false, failOn: 'truncated' });
      const problem = sizeProblem(format, await picture.metadata());
      return problem === null ? ok(await draw(picture.autoOrient(), library)) : refuse(problem);
    } catch {
      return refuse('photo_damaged');
    }
  });
  last = drawing.catch(() => undefined);
  return drawing;
}
