import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { cleanImage, mostBytes } from './clean-image.ts';

const picture = (name: string) => new Uint8Array(readFileSync(`public/media/${name}`));
const jpeg = picture('hero-480.jpg');
const png = picture('cutout-480.png');
const webp = picture('cutout-480.webp');

const ascii = (text: string) => new TextEncoder().encode(text);
const spliced = (bytes: Uint8Array, at: number, part: Uint8Array) =>
  new Uint8Array([...bytes.subarray(0, at), ...part, ...bytes.subarray(at)]);
const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);

function jpegSegment(marker: number, body: Uint8Array): Uint8Array {
  return new Uint8Array([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]);
}

/** What a phone writes: which way is up, in little-endian as some do, and where it was. */
function cameraData(orientation: number): Uint8Array {
  const tiff = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0];
  return jpegSegment(0xe1, new Uint8Array([...ascii('Exif\0\0'), ...tiff, ...ascii('GPS 52.52N 13.40E')]));
}

test.each([
  ['a JPEG', jpeg, 'image/jpeg', 480],
  ['a PNG', png, 'image/png', 480],
  ['a WebP with alpha', webp, 'image/webp', 480],
  ['a WebP', picture('hero-480.webp'), 'image/webp', 480],
])('%s keeps its kind and size, and is clean the second time', (_name, bytes, kind, width) => {
  const image = cleanImage(bytes);
  expect(image).toMatchObject({ kind, width });
  expect(cleanImage(image?.bytes ?? new Uint8Array())).toEqual(image);
});

test('place, comment and whatever follows the end are gone from a JPEG', () => {
  const told = new Uint8Array([
    ...spliced(spliced(jpeg, 2, cameraData(1)), 2, jpegSegment(0xfe, ascii('by Mia <script>'))),
    ...ascii('<script>tail</script>'),
  ]);
  const image = cleanImage(told);
  expect(image).toEqual(cleanImage(jpeg));
  for (const secret of ['GPS', 'Exif', 'script', 'JFIF']) expect(holds(image?.bytes ?? told, secret)).toBe(false);
});

test('a photo that was held upright stays upright without its camera data', () => {
  const lying = cleanImage(jpeg);
  const image = cleanImage(spliced(jpeg, 2, cameraData(6)));
  expect([image?.width, image?.height]).toEqual([lying?.height, lying?.width]);
  expect(holds(image?.bytes ?? jpeg, 'GPS')).toBe(false);
  expect((image?.bytes.length ?? 0) - (lying?.bytes.length ?? 0)).toBe(36);
});

test('text and time are gone from a PNG', () => {
  const chunk = (name: string, body: string) =>
    new Uint8Array([0, 0, 0, body.length, ...ascii(name), ...ascii(body), 1, 2, 3, 4]);
  const told = spliced(spliced(png, 33, chunk('tEXt', 'Author Mia')), 33, chunk('eXIf', 'GPS 52.52N'));
  expect(cleanImage(told)).toEqual(cleanImage(png));
});

test('camera data is gone from a WebP', () => {
  const exif = new Uint8Array([...ascii('EXIF'), 10, 0, 0, 0, ...ascii('GPS 52.52N')]);
  const told = new Uint8Array([...webp, ...exif]);
  new DataView(told.buffer).setUint32(4, told.length - 8, true);
  expect(cleanImage(told)).toEqual(cleanImage(webp));
});

test.each([
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', ascii('<!doctype html><script>alert(1)</script>')],
  ['a GIF', ascii('GIF89a\u0001\u0001')],
  ['nothing', new Uint8Array()],
  ['the first letters of a JPEG before HTML', new Uint8Array([0xff, 0xd8, 0xff, ...ascii('<html>')])],
  ['half a JPEG', jpeg.subarray(0, jpeg.length >> 1)],
  ['half a PNG', png.subarray(0, png.length >> 1)],
  ['half a WebP', webp.subarray(0, webp.length >> 1)],
  ['more than 10 MB', new Uint8Array([...jpeg, ...new Uint8Array(mostBytes)])],
])('%s is no picture', (_name, bytes) => {
  expect(cleanImage(bytes)).toBeNull();
});

function pngOf(width: number, height: number): Uint8Array {
  const sized = png.slice();
  const view = new DataView(sized.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return sized;
}

test.each([
  [8_000, 5_000, true],
  [8_000, 5_001, false],
  [40_000_001, 1, false],
  [0, 100, false],
  [0xffff_ffff, 0xffff_ffff, false],
])('a picture of %i by %i pixels is taken: %s', (width, height, isTaken) => {
  expect(cleanImage(pngOf(width, height)) !== null).toBe(isTaken);
});
