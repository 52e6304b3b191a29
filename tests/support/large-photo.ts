import sharp, { type JpegOptions } from 'sharp';

/** A photo as a phone makes them: 12 megapixels that compress badly. */
export async function largePhoto(options: JpegOptions = {}): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = { create: { width: 1_500, height: 1_000, channels: 3 as const, background: '#888', noise } };
  const tile = await sharp(grain).png().toBuffer();
  return sharp(tile)
    .resize(4_000, 3_000)
    .jpeg({ quality: 70, ...options })
    .toBuffer();
}
