import { readFileSync } from 'node:fs';

import sharp from 'sharp';

import type { PhotoProblem } from '#shared/photo.ts';

type PhoneFile = { name: string; bytes: Buffer<ArrayBuffer>; result: 'drawn' | PhotoProblem };

const photo = readFileSync('public/media/hero-480.jpg');
const small = () => sharp(photo).resize(60, 40);
const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c64' } });
const media = (brand: string) => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0${brand}mif1`, 'latin1');

/**
 * Creates files as phones, cameras and people send them, each with the expected result of both
 * review forms.
 */
export async function phoneFiles(): Promise<PhoneFile[]> {
  const interlaced = await flat(4_000, 3_100).jpeg({ progressive: true }).toBuffer();
  const made: [string, Buffer, PhoneFile['result']][] = [
    ['cut off.jpg', photo.subarray(0, photo.length * 0.6), 'photo_damaged'],
    ['cut off.png', (await small().png().toBuffer()).subarray(0, 1_500), 'photo_damaged'],
    ['48 megapixels.jpg', await flat(8_064, 6_048).jpeg().toBuffer(), 'drawn'],
    ['64 megapixels.jpg', await flat(9_248, 6_936).jpeg().toBuffer(), 'photo_too_large'],
    ['panorama.png', await flat(20_001, 20).png().toBuffer(), 'photo_too_long'],
    ['progressive.jpg', interlaced, 'drawn'],
    [
      '16 megapixels, progressive.jpg',
      await flat(4_700, 3_500).jpeg({ progressive: true }).toBuffer(),
      'photo_too_large',
    ],
    ['CMYK.jpg', await small().toColourspace('cmyk').jpeg().toBuffer(), 'drawn'],
    ['16-bit.png', await small().toColourspace('rgb16').png().toBuffer(), 'drawn'],
    ['turned.jpg', await small().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'drawn'],
    ['two pictures.mpo', Buffer.concat([photo, photo]), 'drawn'],
    ['a jpeg in truth.png', photo, 'drawn'],
    ['moving.gif', await small().gif().toBuffer(), 'drawn'],
    ['modern.avif', await small().avif({ effort: 0 }).toBuffer(), 'drawn'],
    ['large.avif', await flat(2_500, 2_001).avif({ effort: 0 }).toBuffer(), 'photo_too_large'],
    ['IMG_0001.HEIC', media('heic'), 'photo_heic'],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'photo_unknown'],
    ['paper.pdf', Buffer.from('%PDF-1.7\n'), 'photo_unknown'],
    ['film.mp4', media('isom'), 'photo_unknown'],
  ];
  return made.map(([name, bytes, result]) => ({ name, bytes: Buffer.from(bytes), result }));
}
