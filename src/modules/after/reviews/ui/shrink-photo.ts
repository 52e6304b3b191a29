import { drawPhoto, photoForm } from '#ui/draw-photo.ts';

/** Photos as data URLs, drawn anew and small, null for each that cannot be read; one after the other: decoded, one takes 50 MB and more. */
export async function shrinkPhotos(files: readonly File[]): Promise<(string | null)[]> {
  const shrunk: (string | null)[] = [];
  for (const file of files) shrunk.push((await drawPhoto(file))?.toDataURL(...photoForm) ?? null);
  return shrunk;
}

/** The bytes of a data URL in base64, as the API takes them. */
export const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(',') + 1);
