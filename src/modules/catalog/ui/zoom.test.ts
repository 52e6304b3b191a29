import { expect, test } from 'vitest';

import { middle, pannedBy, pointAt } from './zoom.ts';

const box = { left: 100, top: 50, width: 400, height: 200 };

test.each([
  ['the middle', 300, 150, { x: 50, y: 50 }],
  ['the upper left corner', 100, 50, { x: 0, y: 0 }],
  ['a quarter from the left, on the lower edge', 200, 250, { x: 25, y: 100 }],
  ['outside, on the right and above', 900, 0, { x: 100, y: 0 }],
])('the zoom follows a pointer at %s', (_where, clientX, clientY, point) => {
  expect(pointAt(clientX, clientY, box)).toEqual(point);
});

test('a picture without a size is zoomed in its middle', () => {
  expect(pointAt(10, 10, { left: 0, top: 0, width: 0, height: 0 })).toEqual(middle);
  expect(pannedBy({ x: 10, y: 20 }, { x: 50, y: 50 }, { width: 0, height: 0 })).toEqual({ x: 10, y: 20 });
});

test.each([
  ['40 px to the left shows 10 % more of the right', -40, 0, { x: 60, y: 50 }],
  ['50 px down shows 25 % more of the top', 0, 50, { x: 50, y: 25 }],
  ['200 px to the right reaches the left edge', 200, 0, { x: 0, y: 50 }],
  ['201 px to the right stays at the left edge', 201, 0, { x: 0, y: 50 }],
])('dragging a zoomed picture %s', (_how, x, y, point) => {
  expect(pannedBy(middle, { x, y }, box)).toEqual(point);
});
