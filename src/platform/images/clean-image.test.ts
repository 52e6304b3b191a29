import { readFileSync } from 'node:fs';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { cleanImage, maxBytes } from './clean-image.server.ts';

const picture = (name: string) => new Uint8Array(readFileSync(`public/media/${name}`));
const jpeg = picture('hero-480.jpg');
const ascii = (text: string) => new TextEncoder().encode(text);
const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);

/** A photo as a phone writes it: where it was and who made it. */
async function photo(): Promise<Uint8Array> {
  const exif = { IFD0: { Copyright: 'by Mia' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } };
  return new Uint8Array(await sharp(jpeg).withExif(exif).jpeg().toBuffer());
}

/** A photo of 300 × 200 pixels that says which way is up. */
async function turned(orientation: number): Promise<Uint8Array> {
  return new Uint8Array(await sharp(jpeg).resize(300, 200).withMetadata({ orientation }).jpeg().toBuffer());
}

test.each([
  ['a JPEG', 'hero-480.jpg', 480],
  ['a PNG with alpha', '../icon-512.png', 512],
  ['a WebP', 'hero-480.webp', 480],
  ['a large JPEG, made smaller', 'size_dims-1600.jpg', 1_600],
])('%s becomes a clean WebP', async (_name, file, width) => {
  const image = await cleanImage(picture(file));
  expect(image).toMatchObject({ kind: 'image/webp', width });
  expect((await sharp(image?.bytes).metadata()).format).toBe('webp');
});

test('place, name and what hangs on the end are gone', async () => {
  const told = new Uint8Array([...(await photo()), ...ascii('<script>tail</script>')]);
  expect([holds(told, 'by Mia'), holds(told, 'Exif')]).toEqual([true, true]);
  const image = await cleanImage(told);
  const kept = await sharp(image?.bytes).metadata();
  expect([kept.exif, kept.icc, kept.xmp]).toEqual([undefined, undefined, undefined]);
  for (const secret of ['by Mia', 'Exif', 'script']) expect(holds(image?.bytes ?? told, secret)).toBe(false);
});

test('a photo that was held upright stands upright', async () => {
  expect(await cleanImage(await turned(1))).toMatchObject({ width: 300, height: 200 });
  expect(await cleanImage(await turned(6))).toMatchObject({ width: 200, height: 300 });
});

test.each([
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page that is called a photo', ascii('<!doctype html><script>alert(1)</script>')],
  ['a JPEG that ends too early', jpeg.slice(0, 2_000)],
  ['a JPEG in its first bytes only', new Uint8Array([0xff, 0xd8, 0xff, ...ascii('nothing')])],
  ['more than 10 MB', new Uint8Array([...jpeg.slice(0, 3), ...new Uint8Array(maxBytes)])],
  ['nothing', new Uint8Array()],
])('%s is refused', async (_name, bytes) => {
  expect(await cleanImage(bytes)).toBeNull();
});

test('a picture of more than 40 megapixels is refused before it is drawn', async () => {
  const canvas = { width: 8_000, height: 5_001, channels: 3 as const, background: '#fff' };
  const bomb = new Uint8Array(await sharp({ create: canvas }).png({ compressionLevel: 9 }).toBuffer());
  expect(bomb.length).toBeLessThan(maxBytes);
  expect(await cleanImage(bomb)).toBeNull();
}, 60_000);
