import { isProgressiveJpeg, photoFormat, sizeProblem, type PhotoProblem } from '#shared/photo.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

/** Longest side of an uploaded photo, in pixels. */
const longestSide = 1_600;

/** Bytes that are read to find a JPEG's frame header. Its preview and color profile come first. */
const headMax = 1_000_000;

const firstBytes = async (file: File, count: number) => new Uint8Array(await file.slice(0, count).arrayBuffer());

/**
 * Redraws a photo in the browser: upright, small and without metadata.
 * Refuses the same files as the server, for the same reasons.
 * A HEIC photo is drawn if the browser can decode it.
 */
async function drawPhoto(file: File): Promise<Result<HTMLCanvasElement, PhotoProblem>> {
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

/** Redraws a photo with `drawPhoto` and returns it as a file. */
export async function smallPhoto(file: File): Promise<Result<File, PhotoProblem>> {
  const drawn = await drawPhoto(file);
  if (!drawn.ok) return drawn;
  const blob = await new Promise<Blob | null>((done) => drawn.value.toBlob(done, ...sentFormat));
  return blob === null ? refuse('photo_damaged') : ok(new File([blob], 'photo.jpg', { type: blob.type }));
}
