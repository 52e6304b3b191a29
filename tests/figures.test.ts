import { expect, test } from 'vitest';

import { figuresIn } from './support/extract-claims.ts';

test.each([
  ['Red light, 630-830 nm, from an oval', ['630-830 nm']],
  ['between 630 and 680 nanometres', ['680 nm']],
  ['about 700 nanometers', ['700 nm']],
  ['a 270° head, at 27 degrees', ['270°', '27°']],
  ['We answer within 24 hours, 24 h', ['24 h']],
  ['within 2 business days of receipt', ['2 business days']],
  ['60-day guarantee, 30 days', ['60 days', '30 days']],
  ['4.9 /5, Join 2,800+ Happy Customers, 2,847 reviews', ['4.9', '2,800+', '2,847']],
  ['15 × 1.5 × 1.8 cm at 5V/1A', ['15 × 1.5 × 1.8 cm', '5 V']],
  ['for $1,234.50 on November 21, 2026, 3 days ago, 18-29', []],
])('the text %j contains the figures %j', (text, figures) => {
  expect(figuresIn(text)).toEqual(figures);
});
