import {
  isProgressiveJpeg,
  photoFormat,
  photoProblems,
  sizeProblem,
  tooManyBytes,
  type PhotoProblem,
} from '#shared/photo.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

/** Longest side of a customer's photo, in pixels. */
const customersSide = 1_600;

/** Longest side of a converted picture of the shop, in pixels. It is cut into widths up to this. */
const shopsSide = 4_000;

/** Bytes that are read to find a JPEG's frame header. Its preview and color profile come first. */
const headMax = 1_000_000;

const firstBytes = async (file: File, count: number) => new Uint8Array(await file.slice(0, count).arrayBuffer());

/**
 * Redraws a photo in the browser: upright, small and without metadata.
 * Refuses the same files as the server, for the same reasons.
 * A HEIC photo is drawn if the browser can decode it.
 */
async function drawPhoto(file: File, longestSide: number): Promise<Result<HTMLCanvasElement, PhotoProblem>> {
  const format = photoFormat(await firstBytes(file, 32));
  if (format === null) return refuse('photo_unknown');
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const isProgressive = format === 'jpeg' && isProgressiveJpeg(await firstBytes(file, headMax));
    const problem = format === 'heic' ? null : sizeProblem(format, { width, height, isProgressive });
    if (problem !== null) return refuse(problem);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const drawing = canvas.getContext('2d');
    if (drawing === null) return refuse('photo_damaged');
    drawing.fillStyle = 'white';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return ok(canvas);
  } catch {
    return refuse(format === 'heic' ? 'photo_heic' : 'photo_damaged');
  }
}

/** Format and quality of uploaded photos. */
const sentFormat = ['image/jpeg', 0.85] as const;

/** Redraws a photo with `drawPhoto` and returns it as a JPEG file. */
async function redrawn(file: File, longestSide: number): Promise<Result<File, PhotoProblem>> {
  const drawn = await drawPhoto(file, longestSide);
  if (!drawn.ok) return drawn;
  const blob = await new Promise<Blob | null>((done) => drawn.value.toBlob(done, ...sentFormat));
  return blob === null ? refuse('photo_damaged') : ok(new File([blob], 'photo.jpg', { type: blob.type }));
}

/** File to send, or the sentence that says why the chosen one cannot be sent. */
export type PreparedPhoto = { file: File; problem: null } | { file: null; problem: string };

function preparedFrom(chosen: File, drawn: Result<File, PhotoProblem>): PreparedPhoto {
  const problem = tooManyBytes(drawn.ok ? drawn.value.size : chosen.size);
  if (problem !== null) return { file: null, problem };
  return drawn.ok ? { file: drawn.value, problem: null } : { file: null, problem: photoProblems[drawn.reason] };
}

/** Prepares a customer's photo: a small copy without metadata, whatever its format. */
export const smallPhoto = async (file: File): Promise<PreparedPhoto> =>
  preparedFrom(file, await redrawn(file, customersSide));

/** Prepares a picture of the shop: HEIC becomes a JPEG, any other format keeps its bytes. */
export async function shopPicture(file: File): Promise<PreparedPhoto> {
  const isHeic = photoFormat(await firstBytes(file, 32)) === 'heic';
  return preparedFrom(file, isHeic ? await redrawn(file, shopsSide) : ok(file));
}
