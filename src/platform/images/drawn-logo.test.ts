import sharp from 'sharp';
import { expect, test } from 'vitest';

import { drawLogo } from './drawn-logo.server.ts';

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** PNG of a red bar in the middle of a transparent field. */
async function barOf(width: number, height: number): Promise<Buffer> {
  const bar = sharp({ create: { width: width / 2, height: height / 2, channels: 4, background: '#f00' } });
  const field = sharp({ create: { width, height, channels: 4, background: clear } });
  return field
    .composite([{ input: await bar.png().toBuffer(), gravity: 'center' }])
    .png()
    .toBuffer();
}

async function drawn(bytes: Uint8Array, use: 'logo' | 'icon') {
  const logo = await drawLogo(bytes, use);
  if (!logo.ok) throw new Error(logo.reason);
  return logo.value;
}

test('a logo loses its transparent margin and is at most 160 pixels high', async () => {
  const { width, height, file } = await drawn(await barOf(1_200, 800), 'logo');
  expect([width, height, file.name, file.kind]).toEqual([240, 160, '240.png', 'image/png']);
});

test('a small logo is not enlarged, and a logo without any margin stays whole', async () => {
  expect(await drawn(await barOf(120, 40), 'logo')).toMatchObject({ width: 60, height: 20 });
  const even = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#c64' } })
    .jpeg()
    .toBuffer();
  expect(await drawn(even, 'logo')).toMatchObject({ width: 90, height: 30 });
});

test('an icon becomes a square of 512 pixels that is transparent beside the picture', async () => {
  const { width, height, file } = await drawn(await barOf(400, 100), 'icon');
  expect([width, height]).toEqual([512, 512]);
  const { data } = await sharp(file.bytes).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * 512 + x) * 4, (y * 512 + x) * 4 + 4)];
  expect([pixel(256, 256), pixel(256, 8)[3]]).toEqual([[255, 0, 0, 255], 0]);
});

test('a file that is no picture is refused as a logo', async () => {
  const text = new TextEncoder().encode('<svg onload="alert(1)"/>');
  expect(await drawLogo(text, 'logo')).toEqual({ ok: false, reason: 'photo_unknown' });
});
