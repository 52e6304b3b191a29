import { readFileSync } from 'node:fs';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { blackPng } from '../../../tests/support/black-png.ts';
import { cleanImage, type CleanImage } from './clean-image.server.ts';

const picture = (name: string) => new Uint8Array(readFileSync(`public/media/${name}`));
const jpeg = picture('hero-480.jpg');
const ascii = (text: string) => new TextEncoder().encode(text);
const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);

async function drawn(bytes: Uint8Array): Promise<CleanImage> {
  const image = await cleanImage(bytes);
  if (!image.ok) throw new Error(image.reason);
  return image.value;
}

async function problemOf(bytes: Uint8Array): Promise<string> {
  const image = await cleanImage(bytes);
  return image.ok ? 'drawn' : image.reason;
}

/** Returns a photo as a phone writes it, with location and author. */
async function photo(): Promise<Uint8Array> {
  const exif = { IFD0: { Copyright: 'by Mia' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } };
  return new Uint8Array(await sharp(jpeg).withExif(exif).jpeg().toBuffer());
}

/** Returns a photo of 300 × 200 pixels with an orientation. */
async function turned(orientation: number): Promise<Uint8Array> {
  return new Uint8Array(await sharp(jpeg).resize(300, 200).withMetadata({ orientation }).jpeg().toBuffer());
}

test.each([
  ['a JPEG', 'hero-480.jpg', 480],
  ['a PNG with alpha', '../icon-512.png', 512],
  ['a WebP', 'hero-480.webp', 480],
  ['a large JPEG, made smaller', 'size_dims-1600.jpg', 1_600],
])('%s becomes a clean WebP', async (_name, file, width) => {
  const image = await drawn(picture(file));
  expect(image).toMatchObject({ kind: 'image/webp', width });
  expect((await sharp(image.bytes).metadata()).format).toBe('webp');
});

test('location, author and trailing bytes are removed', async () => {
  const tagged = new Uint8Array([...(await photo()), ...ascii('<script>tail</script>')]);
  expect([holds(tagged, 'by Mia'), holds(tagged, 'Exif')]).toEqual([true, true]);
  const image = await drawn(tagged);
  const metadata = await sharp(image.bytes).metadata();
  expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined]);
  for (const secret of ['by Mia', 'Exif', 'script']) expect(holds(image.bytes, secret)).toBe(false);
});

test('a photo taken upright is shown upright', async () => {
  expect(await drawn(await turned(1))).toMatchObject({ width: 300, height: 200 });
  expect(await drawn(await turned(6))).toMatchObject({ width: 200, height: 300 });
});

test.each([
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'photo_unknown'],
  ['a page that is called a photo', ascii('<!doctype html><script>alert(1)</script>'), 'photo_unknown'],
  ['a film', ascii('\0\0\0\u0018ftypisom\0\0\0\0isommp42'), 'photo_unknown'],
  ['a sound', ascii('RIFF\0\0\0\0WAVEfmt '), 'photo_unknown'],
  ['nothing', new Uint8Array(), 'photo_unknown'],
  ['a HEIC', ascii('\0\0\0\u0018ftypheic\0\0\0\0heicmif1'), 'photo_heic'],
  ['a HEIC of the general brand', ascii('\0\0\0\u001cftypmif1\0\0\0\0mif1heicmiaf'), 'photo_heic'],
  ['a JPEG that is cut off after its head', jpeg.slice(0, 2_000), 'photo_damaged'],
  ['a JPEG without its last quarter', jpeg.slice(0, jpeg.length * 0.75), 'photo_damaged'],
  ['a JPEG in its first bytes only', new Uint8Array([0xff, 0xd8, 0xff, ...ascii('nothing')]), 'photo_damaged'],
  ['a PNG without its last half', picture('../icon-512.png').slice(0, 3_000), 'photo_damaged'],
  ['a WebP without its last half', picture('hero-480.webp').slice(0, 5_000), 'photo_damaged'],
])('%s is refused with its exact reason', async (_name, bytes, reason) => {
  expect(await problemOf(bytes)).toBe(reason);
});

/** Creates an animation of two frames of 60 × 40 pixels, red and blue. */
async function animation(format: 'gif' | 'webp') {
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = [await frame('#f00'), await frame('#00f')];
  const animated = sharp(frames, { join: { animated: true } });
  return animated.toFormat(format, { loop: 0, delay: [100, 100] }).toBuffer();
}

const kinds: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
  ['a CMYK JPEG', () => sharp(jpeg).resize(60, 40).toColourspace('cmyk').jpeg().toBuffer()],
  ['a grey JPEG', () => sharp(jpeg).resize(60, 40).grayscale().toColourspace('b-w').jpeg().toBuffer()],
  ['a progressive JPEG', () => sharp(jpeg).resize(60, 40).jpeg({ progressive: true }).toBuffer()],
  ['a JPEG of 48 megapixels', () => flat(8_064, 6_048).jpeg().toBuffer()],
  [
    'a JPEG with a second picture behind it, as MPO files have',
    async () => Buffer.concat([await small(), await small()]),
  ],
  ['a PNG of 16 bits a colour', () => sharp(jpeg).resize(60, 40).toColourspace('rgb16').png().toBuffer()],
  ['a PNG with a palette', () => sharp(jpeg).resize(60, 40).png({ palette: true, colours: 4 }).toBuffer()],
  ['an interlaced PNG', () => sharp(jpeg).resize(60, 40).png({ progressive: true }).toBuffer()],
  ['a GIF', () => sharp(jpeg).resize(60, 40).gif().toBuffer()],
  ['an animated GIF', () => animation('gif')],
  ['an animated WebP', () => animation('webp')],
  ['a WebP without loss', () => sharp(jpeg).resize(60, 40).webp({ lossless: true }).toBuffer()],
  ['an AVIF', () => sharp(jpeg).resize(60, 40).avif({ effort: 0 }).toBuffer()],
  ['an AVIF of ten bits a colour', () => sharp(jpeg).resize(60, 40).avif({ effort: 0, bitdepth: 10 }).toBuffer()],
];
const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c64' } });
const small = () => sharp(jpeg).resize(60, 40).jpeg().toBuffer();

test.each(kinds)('%s is drawn with three color channels at a ratio of 3:2 or 4:3', async (_name, make) => {
  const image = await drawn(await make());
  expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar' });
  expect(image.width / image.height).toBeCloseTo(image.width === 60 ? 3 / 2 : 4 / 3, 1);
});

test('the first frame of an animation is drawn', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const { bytes } = await drawn(await animation(format));
    const { channels } = await sharp(bytes).stats();
    expect(channels.slice(0, 3).map(({ mean }) => mean > 128)).toEqual([true, false, false]);
  }
});

test.each([
  [20_000, 1, 'drawn'],
  [20_001, 1, 'photo_too_long'],
  [1, 16_000_000, 'photo_too_long'],
  [8_000, 6_250, 'drawn'],
  [8_000, 6_251, 'photo_too_large'],
])('a PNG of %i × %i pixels is: %s', async (width, height, result) => {
  expect(await problemOf(blackPng(width, height))).toBe(result);
});

test.each([
  ['progressive JPEG of 13.004 megapixels', () => flat(4_000, 3_251).jpeg({ progressive: true })],
  ['GIF of 13.004 megapixels', () => flat(4_000, 3_251).gif({ effort: 1 })],
  ['AVIF of 5.0025 megapixels', () => flat(2_500, 2_001).avif({ effort: 0 })],
])(
  'a %s is refused, because decoding needs all of it in memory',
  async (_name, make) => {
    expect(await problemOf(await make().toBuffer())).toBe('photo_too_large');
  },
  60_000,
);

test('a PNG of 31 KB with 16,000,000 rows is refused before it is decoded', async () => {
  const bomb = blackPng(1, 16_000_000);
  expect(bomb.length).toBeLessThan(40_000);
  const cpu = process.cpuUsage();
  expect(await problemOf(bomb)).toBe('photo_too_long');
  expect(process.cpuUsage(cpu).user / 1_000).toBeLessThan(500);
});
