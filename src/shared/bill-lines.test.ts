import fc from 'fast-check';
import { expect, test } from 'vitest';

import { billLines, type Bill } from './bill-lines.ts';

const wand: Bill = {
  subtotalCents: 17_700,
  reductions: [
    { name: 'Buy 2 Get 1 Free', amountCents: 5_900 },
    { name: 'Free Express over $100', amountCents: 0 },
  ],
  shipping: { name: 'Express', amountCents: 0 },
  taxCents: 0,
  taxIncluded: { name: 'VAT', amountCents: 1_967 },
  totalCents: 11_800,
};
const shownLines = (bill: Bill) => billLines(bill).map(({ kind, name, text }) => [kind, name, text]);

test('a bill lists reductions, free shipping and the tax that the total holds, in one order', () => {
  expect(shownLines(wand)).toEqual([
    ['subtotal', 'Subtotal', '$177.00'],
    ['reduction', 'Buy 2 Get 1 Free', '-$59.00'],
    ['reduction', 'Free Express over $100', 'Free shipping'],
    ['shipping', 'Express', 'Free'],
    ['total', 'Total', '$118.00 USD'],
    ['included', 'Includes VAT', '$19.67'],
  ]);
});

test('a bill without shipping, reductions or tax omits them; added tax comes before the total', () => {
  const plain = { ...wand, reductions: [], shipping: null, taxIncluded: null, totalCents: 17_700 };
  expect(shownLines(plain).map(([kind]) => kind)).toEqual(['subtotal', 'total']);
  expect(shownLines({ ...plain, taxCents: 1 })[1]).toEqual(['tax', 'Tax', '$0.01']);
});

test('the lines above the total add up to it, to the cent', () => {
  const cents = fc.nat(1_000_000);
  fc.assert(
    fc.property(cents, fc.array(cents), fc.option(cents), cents, (goods, off, shipping, taxCents) => {
      const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0);
      const totalCents = goods + (shipping ?? 0) + taxCents;
      const lines = billLines({
        ...wand,
        subtotalCents: goods + sum(off),
        reductions: off.map((amountCents) => ({ name: 'off', amountCents })),
        shipping: shipping === null ? null : { name: 'Standard', amountCents: shipping },
        taxCents,
        totalCents,
      });
      const steps = lines.filter(({ kind }) => kind !== 'total' && kind !== 'included');
      expect(sum(steps.map((line) => line.cents))).toBe(totalCents);
    }),
  );
});
