import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isDrag, swipeDirection, wrapIndex } from './swipe.ts';

test.each([
  [0, 0],
  [49, 0],
  [-49, 0],
  [50, -1],
  [-50, 1],
  [51, -1],
  [-400, 1],
] as const)('a movement of %d px moves by %d', (dx, direction) => {
  expect(swipeDirection(dx)).toBe(direction);
});

test.each([
  [0, false],
  [10, false],
  [-10, false],
  [11, true],
  [-11, true],
])('a press that moves %d px is a drag: %s', (dx, expected) => {
  expect(isDrag(dx)).toBe(expected);
});

test.each([
  [0, 6, 0],
  [5, 6, 5],
  [6, 6, 0],
  [-1, 6, 5],
  [-7, 6, 5],
  [3, 1, 0],
  [3, 0, 0],
])('index %d of %d wraps to %d', (index, count, expected) => {
  expect(wrapIndex(index, count)).toBe(expected);
});

test('next and previous undo each other from every index', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(19), (count, start) => {
      const index = start % count;
      expect(wrapIndex(wrapIndex(index + 1, count) - 1, count)).toBe(index);
    }),
  );
});
