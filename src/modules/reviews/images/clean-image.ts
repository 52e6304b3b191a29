import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

/** Largest picture that is taken, in bytes and in pixels. */
export const mostBytes = 10 * 1024 * 1024;
export const mostPixels = 40_000_000;

export type CleanImage = {
  kind: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  bytes: Uint8Array;
};

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, place) => bytes[place] === byte);

function rebuilt(bytes: Uint8Array): CleanImage | null {
  if (begins(bytes, 0xff, 0xd8, 0xff)) return cleanJpeg(bytes);
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return cleanPng(bytes);
  if (begins(bytes, 0x52, 0x49, 0x46, 0x46)) return cleanWebp(bytes);
  return null;
}

/**
 * The picture put together anew from the parts that are needed to show it: no camera data, place, text or anything
 * after its end. Null for what is no JPEG, PNG or WebP in its bytes, is broken, above 10 MB or above 40 megapixels.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | null {
  if (bytes.length > mostBytes) return null;
  const image = rebuilt(bytes);
  if (image === null || image.width < 1 || image.height < 1) return null;
  return image.width * image.height > mostPixels ? null : image;
}
