import { smallPhoto } from '#ui/downscale-photo.ts';

/** A photo to attach to a review. `preview` is a data URL. */
export type Photo = { file: File; preview: string };

function previewOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('the photo cannot be read')));
    reader.readAsDataURL(file);
  });
}

/**
 * Returns small copies of the photos that can be decoded, and the message for the first that
 * cannot. Processes one at a time, because a decoded photo takes 50 MB or more.
 */
export async function shrinkPhotos(files: readonly File[]): Promise<{ photos: Photo[]; problem: string | undefined }> {
  const photos: Photo[] = [];
  let problem: string | undefined;
  for (const file of files) {
    const small = await smallPhoto(file);
    if (small.file === null) problem ??= small.problem;
    else photos.push({ file: small.file, preview: await previewOf(small.file) });
  }
  return { photos, problem };
}
