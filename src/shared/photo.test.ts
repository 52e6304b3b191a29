import { expect, test } from 'vitest';

import { maxPhotoBytes, tooManyBytes } from './photo.ts';

const mebi = 1024 * 1024;

test.each([
  [maxPhotoBytes, null],
  [maxPhotoBytes + 1, 'This picture has 10.1 MB. Up to 10 MB, please.'],
  [10.4 * mebi, 'This picture has 10.4 MB. Up to 10 MB, please.'],
  [35 * mebi, 'This picture has 35 MB. Up to 10 MB, please.'],
])('a picture of %i bytes is refused with its size: %s', (size, sentence) => {
  expect(tooManyBytes(size)).toBe(sentence);
});
