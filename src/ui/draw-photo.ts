/** Longest side of a photo that is sent, in pixels. */
const longestSide = 1_600;

/**
 * A photo drawn anew in the browser: upright, small, without what the camera wrote into it. Null when the browser cannot read the file
 * as a picture.
 */
export async function drawPhoto(file: File): Promise<HTMLCanvasElement | null> {
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
    return canvas;
  } catch {
    return null;
  }
}

/** How such a photo is written: its kind and its quality. */
export const photoForm = ['image/jpeg', 0.85] as const;
