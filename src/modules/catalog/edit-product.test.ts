import fc from 'fast-check';
import { expect, test } from 'vitest';

import { countingInput, productInput } from './edit-product.schema.ts';
import { specificationLines, parseSpecifications, stockRefusal, stockSentence } from './edit-product.ts';

test.each([
  [7, 2, -5, null],
  [7, 2, -6, 'below_reserved'],
  [7, 0, -7, null],
  [7, 0, -8, 'below_reserved'],
  [null, 0, 1, 'not_counted'],
  [999_999, 0, 1, null],
  [999_999, 0, 2, 'too_many_units'],
])('stock change with %s on hand, %s reserved, by %s units: refusal %s', (onHand, reserved, change, refusal) => {
  expect(stockRefusal({ onHand, reserved }, change)).toBe(refusal);
});

test('no sequence of changes brings the stock below the reserved units', () => {
  const changes = fc.array(fc.integer({ min: -50, max: 50 }));
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), changes, (onHand, promised, list) => {
      const reserved = Math.min(onHand, promised);
      let stock = onHand;
      for (const change of list) if (stockRefusal({ onHand: stock, reserved }, change) === null) stock += change;
      expect(stock).toBeGreaterThanOrEqual(reserved);
    }),
  );
});

test('the message of a refused stock change names the figures', () => {
  expect(stockSentence('below_reserved', { onHand: 7, reserved: 1 })).toMatch(/^1 unit of 7 units are reserved/);
  expect(stockSentence('below_reserved', { onHand: 7, reserved: 0 })).toBe(
    'You have only 7 units on hand. Stock can’t go below 0.',
  );
});

test('specifications are parsed line by line as written, including colons in values', () => {
  const value = { Charging: 'USB 5V/1A: 2 hours', Size: '15 × 1.5 × 1.8 cm' };
  expect(parseSpecifications(specificationLines(value).split('\n'))).toEqual({ ok: true, value });
  expect(parseSpecifications(['Size: 15 cm', 'Colour'])).toEqual({ ok: false, line: 'Colour' });
  expect(parseSpecifications(['Size:'])).toEqual({ ok: false, line: 'Size:' });
  expect(parseSpecifications(['Size: 15 cm', 'Size : 18 cm'])).toEqual({ ok: false, line: 'Size : 18 cm' });
});

const typed = {
  name: 'Wand',
  description: 'A wand',
  priceCents: '120',
  salePriceCents: '59.00',
  features: 'One\n\nTwo',
  isActive: 'on',
};

test('the form parses prices into cents and an empty sale price into null', () => {
  expect(productInput.parse(typed)).toMatchObject({
    priceCents: 12_000,
    salePriceCents: 5_900,
    features: ['One', 'Two'],
  });
  expect(productInput.parse({ ...typed, salePriceCents: '' }).salePriceCents).toBeNull();
});

test.each([
  [{ salePriceCents: '120' }, 'salePriceCents'],
  [{ salePriceCents: '120.01' }, 'salePriceCents'],
  [{ salePriceCents: '0' }, 'salePriceCents'],
  [{ priceCents: '0', salePriceCents: '' }, 'priceCents'],
  [{ priceCents: '12.345' }, 'priceCents'],
  [{ priceCents: '-5' }, 'priceCents'],
  [{ priceCents: '1000000' }, 'priceCents'],
  [{ name: '' }, 'name'],
  [{ specifications: 'Colour' }, 'specifications'],
])('refuses %j at the field %s', (change, field) => {
  const parsed = productInput.safeParse({ ...typed, ...change });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('the message for an unreadable sale price or count explains what to enter', () => {
  const price = productInput.safeParse({ ...typed, salePriceCents: '59,90' });
  const count = countingInput.safeParse({ onHand: '1.5' });
  expect([price, count].map(({ error }) => error?.issues.map(({ message }) => message))).toEqual([
    ['Enter an amount in dollars, for example 59 or 59.90'],
    ['Enter a whole number of units'],
  ]);
});
