/** Longest side of a photo that is sent, in pixels. */
const longestSide = 1_600;

/**
 * A photo drawn anew in the browser: upright, small, without what the camera wrote into it. A JPEG as a data URL, or
 * null when the browser cannot read the file as a picture.
 */
async function shrinkPhoto(file: File): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const drawing = canvas.getContext('2d');
    if (drawing === null) return null;
    drawing.fillStyle = 'white';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return canvas.toDataURL('image/jpeg', 0.85);
  } catch {
    return null;
  }
}

/** The same of several, one after the other: decoded, a phone's photo takes 50 MB and more. */
export async function shrinkPhotos(files: readonly File[]): Promise<(string | null)[]> {
  const shrunk: (string | null)[] = [];
  for (const file of files) shrunk.push(await shrinkPhoto(file));
  return shrunk;
}

/** The bytes of a data URL in base64, as the API takes them. */
export const base64Of = (dataUrl: string) => dataUrl.slice(dataUrl.indexOf(',') + 1);
