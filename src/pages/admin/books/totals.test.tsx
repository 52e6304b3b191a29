import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { DifferenceReason } from '#modules/books/difference.ts';

import { DifferencePanel } from './totals.tsx';

const isRed = (...reasons: DifferenceReason[]) => {
  const found = reasons.map((reason) => ({ reason, payments: 1, cents: 100 }));
  const difference = { cents: 100, reasons: found, payments: [], isCut: false };
  return renderToStaticMarkup(<DifferencePanel difference={difference} />).includes('border-berry bg-blush');
};

test.each<[boolean, DifferenceReason[]]>([
  [false, ['unread']],
  [false, ['disputed', 'refund_pending']],
  [false, ['other_currency', 'other_mode', 'other_day']],
  [true, ['no_order']],
  [true, ['disputed', 'no_record']],
  [true, ['amount']],
])('a difference is red: %s, if its reasons are %j', (expected, reasons) => {
  expect(isRed(...reasons)).toBe(expected);
});
