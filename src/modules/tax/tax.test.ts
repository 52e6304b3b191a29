import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isTaxable, taxAmount, taxRegion } from './tax.ts';

const added = (ratePpm: number) => ({ ratePpm, inclusive: false });
const held = (ratePpm: number) => ({ ratePpm, inclusive: true });

test.each([
  [5_900, added(82_500), 487],
  [5_900, added(149_750), 884],
  [10_000, added(66_250), 663],
  [10, added(50_000), 1],
  [9, added(50_000), 0],
  [0, added(82_500), 0],
  [6_000, held(200_000), 1_000],
  [5_900, held(200_000), 983],
  [5_900, held(100_000), 536],
  [0, held(200_000), 0],
])('%i cents at %o are taxed with %i cents', (goods, rate, tax) => {
  expect(taxAmount(goods, rate)).toBe(tax);
});

test('the tax is within half a cent of the exact amount, added or included', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(300_000), (goods, ppm) => {
      expect(Math.abs(taxAmount(goods, added(ppm)) - (goods * ppm) / 1e6)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(taxAmount(goods, held(ppm)) - (goods * ppm) / (1e6 + ppm))).toBeLessThanOrEqual(0.5 + 1e-9);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ['US', '', true, false],
  ['US', 'CA', true, true],
  ['GB', '', false, true],
  ['', 'CA', true, false],
])('country "%s" with state "%s" (required: %s) can be taxed: %s', (country, state, required, expected) => {
  expect(isTaxable({ country, state }, required)).toBe(expected);
});

test.each(['JE2 3AB', 'JE2', '\uff2a\uff25\uff12', 'J\u00adE2\u00a03AB'])('goods to %j are not taxed', (postalCode) => {
  expect(taxRegion({ country: 'GB', state: '', postalCode })).toBeNull();
});
