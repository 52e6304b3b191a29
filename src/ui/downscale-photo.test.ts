import { expect, test } from 'vitest';

import { photoProblems } from '#shared/photo.ts';

import { shopPicture, smallPhoto } from './downscale-photo.ts';

const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1');
const png = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1');
const large = (head: Buffer) => new Uint8Array(Buffer.concat([head, Buffer.alloc(35 * 1024 * 1024)]));

test('a picture of the shop keeps its bytes, unless it is a HEIC', async () => {
  const file = new File([png], 'hero.png');
  expect(await shopPicture(file)).toEqual({ file, problem: null });
});

test.each([
  ['a picture of the shop', shopPicture],
  ['a photo of a customer', smallPhoto],
])('%s of 35 MB is refused before it is sent, with its size', async (_what, prepare) => {
  const problem = 'This picture has 35 MB. Up to 10 MB, please.';
  expect(await prepare(new File([large(png)], 'hero.png'))).toEqual({ file: null, problem });
});

test.each([
  ['a picture of the shop', shopPicture],
  ['a photo of a customer', smallPhoto],
])('%s in HEIC is refused with a sentence where the browser cannot read it', async (_what, prepare) => {
  expect(await prepare(new File([heic], 'IMG_0001.HEIC'))).toEqual({ file: null, problem: photoProblems.photo_heic });
});
