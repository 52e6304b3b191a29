import sharp from 'sharp';
import { expect, test } from 'vitest';

import { blackPng } from '../../../tests/support/black-png.ts';
import { renderResponsivePicture } from './responsive-picture.server.ts';

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c64' } });
const ascii = (text: string) => new TextEncoder().encode(text);

async function rendered(bytes: Uint8Array) {
  const picture = await renderResponsivePicture(bytes);
  if (!picture.ok) throw new Error(picture.reason);
  return picture.value;
}

test.each([
  [200, [480]],
  [799, [480]],
  [800, [480, 800]],
  [1_600, [480, 800, 1_200, 1_600]],
])(
  'a picture of %i pixels is stored in the widths that it fills, and always in the smallest: %j',
  async (width, widths) => {
    expect((await rendered(await flat(width, 10).png().toBuffer())).widths).toEqual(widths);
  },
);

test('a phone photo of 12 megapixels becomes four widths in three formats, upright and without metadata', async () => {
  const exif = { IFD0: { Copyright: 'by Mia' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } };
  const large = sharp('public/media/size_dims-1600.jpg').resize(4_000, 3_000, { fit: 'cover' });
  const photo = await large.withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height, widths, files } = await rendered(photo);
  expect([width, height, widths]).toEqual([1_600, 2_133, [480, 800, 1_200, 1_600]]);
  expect(files.map(({ name, kind }) => [name, kind])).toEqual(
    widths.flatMap((one) => [
      [`${one}.avif`, 'image/avif'],
      [`${one}.webp`, 'image/webp'],
      [`${one}.jpg`, 'image/jpeg'],
    ]),
  );
  for (const { name, bytes } of files) {
    const metadata = await sharp(bytes).metadata();
    expect(metadata.width).toBe(Number.parseInt(name, 10));
    expect(metadata.height / metadata.width).toBeCloseTo(4 / 3, 1);
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(Array(4).fill(undefined));
  }
});

/** Creates a GIF of 1,000 frames of 60 × 40 pixels, the first one red. */
async function longAnimation(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, blue] = [await frame('#f00'), await frame('#00f')];
  return sharp([red, ...Array<Buffer>(999).fill(blue)], { join: { animated: true } })
    .gif({ effort: 1, keepDuplicateFrames: true })
    .toBuffer();
}

test('an animation with 1,000 frames is rendered as its first frame', async () => {
  const { width, height, files } = await rendered(await longAnimation());
  expect([width, height, files.length]).toEqual([60, 40, 3]);
  for (const { bytes } of files) {
    const { channels } = await sharp(bytes).stats();
    expect(channels.slice(0, 3).map(({ mean }) => mean > 128)).toEqual([true, false, false]);
  }
});

test.each([
  ['a CMYK JPEG', () => flat(600, 400).toColourspace('cmyk').jpeg()],
  ['a PNG of 16 bits a color', () => flat(600, 400).toColourspace('rgb16').png()],
])('%s is rendered in sRGB with 8 bits a color', async (_name, make) => {
  const { files } = await rendered(await make().toBuffer());
  for (const { bytes } of files) expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
});

test.each([
  ['1 × 16,000,000 pixels', () => blackPng(1, 16_000_000), 'photo_too_long'],
  ['30,000 × 30,000 pixels', () => blackPng(30_000, 30_000), 'photo_too_long'],
  ['a HEIC from a phone', () => ascii('\0\0\0\u0018ftypheic\0\0\0\0heicmif1'), 'photo_heic'],
  ['an SVG', () => ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'photo_unknown'],
])('%s: refused before decoding', async (_name, make, reason) => {
  const bytes = make();
  const cpu = process.cpuUsage();
  expect(await renderResponsivePicture(bytes)).toEqual({ ok: false, reason });
  expect(process.cpuUsage(cpu).user / 1_000).toBeLessThan(500);
});

test.each([
  [1, 20_000],
  [20_000, 1],
  [200, 100],
])('a picture of %i × %i pixels is never enlarged', async (width, height) => {
  const { files, ...size } = await rendered(blackPng(width, height));
  for (const { bytes } of files) {
    const drawn = await sharp(bytes).metadata();
    expect(drawn.width).toBeLessThanOrEqual(size.width);
    expect(drawn.height).toBeLessThanOrEqual(size.height);
  }
});

test.each([
  ['#3f1822', '#fff', 'dark'],
  ['#fbe9e3', '#000', undefined],
])('a picture that is %s on its left and %s on its right has the tone %s for texts', async (left, right, tone) => {
  const half = await sharp({ create: { width: 20, height: 20, channels: 3, background: right } })
    .png()
    .toBuffer();
  const both = sharp({ create: { width: 40, height: 20, channels: 3, background: left } });
  const picture = await rendered(
    await both
      .composite([{ input: half, left: 20, top: 0 }])
      .png()
      .toBuffer(),
  );
  expect(picture.tone).toBe(tone);
});
