import { expect, test } from 'vitest';

import { leavesAtTop, mayInterrupt, scrolledShare, type Situation } from './email-capture.ts';

const undisturbed: Situation = {
  sinceArrivalMs: 10_000,
  quietMs: 10_000,
  isSettled: false,
  isTyping: false,
  isDialogOpen: false,
};

test.each([
  ['after the first 10,000 ms', {}, true],
  ['at 9,999 ms', { sinceArrivalMs: 9_999 }, false],
  ['once it was captured, dismissed or shown', { isSettled: true }, false],
  ['while someone types', { isTyping: true }, false],
  ['while another dialog is open', { isDialogOpen: true }, false],
])('the dialog opens on its own only if allowed: %s', (_when, change, expected) => {
  expect(mayInterrupt({ ...undisturbed, ...change })).toBe(expected);
});

test.each([
  [0, 900, 3_900, 0],
  [1_499, 900, 3_900, 1_499 / 3_000],
  [1_500, 900, 3_900, 0.5],
  [3_000, 900, 3_900, 1],
  [3_050, 900, 3_900, 1],
  [-40, 900, 3_900, 0],
  [0, 900, 900, 0],
  [0, 900, 500, 0],
])('scrolled to %i px on a %i px screen with a page of %i px, the share is %f', (top, screen, page, expected) => {
  expect(scrolledShare({ top, screen, page })).toBe(expected);
});

test.each([
  [20, true],
  [21, false],
  [-5, true],
])('a pointer that leaves at %i px leaves at the top: %s', (clientY, expected) => {
  expect(leavesAtTop(clientY, 20)).toBe(expected);
});
