import sharp, { type JpegOptions } from 'sharp';

type Size = { width: number; height: number };

/** Creates a photo as phones do: 12 megapixels that compress badly. */
export async function largePhoto(
  options: JpegOptions = {},
  { width, height }: Size = { width: 4_000, height: 3_000 },
): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = { create: { width: 1_500, height: 1_000, channels: 3 as const, background: '#888', noise } };
  const tile = await sharp(grain).png().toBuffer();
  const jpeg = await sharp(tile)
    .resize(width, height)
    .jpeg({ quality: 70, ...options })
    .toBuffer();
  return Buffer.from(jpeg);
}
