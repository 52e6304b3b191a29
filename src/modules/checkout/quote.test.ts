import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Product } from '#modules/catalog/product.ts';
import type { RunningPromotion } from '#modules/promotions/promotions.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { reductionsOf } from '#modules/orders/order-record.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';

import { randomCases } from '../../../tests/support/full-run.ts';
import { quote, type QuoteVersion } from './quote.ts';
import { isPaymentUnverified, moneyMismatch } from './settle.ts';

const buyTwo: RunningPromotion = { kind: 'buy_x_get_y', options: { buy: 2, free: 1 } };

const product = (
  id: string,
  priceCents: number,
  salePriceCents: number | null,
  promotions: readonly RunningPromotion[] = [buyTwo],
): Product => ({
  id,
  name: id,
  description: '',
  priceCents,
  salePriceCents,
  referencePriceCents: null,
  promotions,
  imageUrl: '',
  features: [],
  specifications: {},
  onHand: null,
  available: null,
});

const codeOf = (type: DiscountCode['type'], value: number): DiscountCode => ({
  id: 'c',
  code: 'C',
  name: 'C',
  type,
  value,
  minSubtotalCents: 0,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  used: 0,
  held: 0,
  cartId: null,
  demoOnly: false,
  isActive: true,
});

const shipping = (priceCents: number) => ({ id: 's', name: 'S', description: '', priceCents, daysMin: 3, daysMax: 5 });

const anyLine = fc.record({
  product: fc.record({
    price: fc.integer({ min: 50, max: 100_000 }),
    sale: fc.option(fc.integer({ min: 1, max: 50_000 })),
  }),
  quantity: fc.integer({ min: 1, max: 99 }),
});
const anyCode = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map((value) => codeOf('percent', value)),
    fc.integer({ min: 1, max: 200_000 }).map((value) => codeOf('fixed', value)),
    fc.constant(codeOf('free_shipping', 0)),
    fc.constant(codeOf('free_order', 0)),
  ),
);
const anyTax = fc.option(fc.record({ name: fc.constant('Tax'), ratePpm: fc.nat(300_000), inclusive: fc.boolean() }));
const anyCart = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
  code: anyCode,
  ship: fc.nat(3_000),
  tax: anyTax,
});

const carts = randomCases(100_000);

test(`lines and shipping of ${carts.toLocaleString('en-US')} carts add up to a total of 0 or at least 50 cents`, () => {
  fc.assert(
    fc.property(anyCart, ({ lines, code, ship, tax }) => {
      const cart = lines.map(({ product: { price, sale }, quantity }, i) => ({
        product: product(`p${i}`, price, sale),
        quantity,
      }));
      const quoted = quote({ lines: cart, code, shippingOption: shipping(ship), tax });
      const items = quoted.items.reduce((sum, item) => sum + item.totalCents, 0);
      expect(items + quoted.shippingCents).toBe(quoted.totalCents);
      expect(quoted.subtotalCents - quoted.discountCents + quoted.shippingCents + quoted.taxCents).toBe(
        quoted.totalCents,
      );
      expect(quoted.items.reduce((sum, item) => sum + item.discountCents, 0)).toBe(quoted.discountCents);
      expect(quoted.items.reduce((sum, item) => sum + item.taxCents, 0)).toBe(quoted.taxCents);
      expect(quoted.items.every((item) => item.totalCents >= 0)).toBe(true);
      expect(quoted.totalCents === 0 || quoted.totalCents >= 50).toBe(true);
      const turned = quote({ lines: cart.toReversed(), code, shippingOption: shipping(ship), tax });
      expect(turned).toEqual(quoted);
    }),
    { numRuns: carts },
  );
}, 120_000);

const upTo9 = fc.integer({ min: 1, max: 9 });
const anyGoodsPromotion = fc
  .record({ buy: upTo9, free: upTo9 })
  .map((options): RunningPromotion => ({ kind: 'buy_x_get_y', options }));
const anyFreeShipping = fc.nat(200_000).map((minGoodsCents): RunningPromotion => {
  return { kind: 'free_shipping_over', options: { minGoodsCents, what: 'shipping', methods: ['s'] } };
});

test('with any promotions, sums match, nothing is negative, and one more promotion never raises the price of goods or, with free shipping, the total', () => {
  fc.assert(
    fc.property(
      anyCart,
      fc.array(fc.oneof(anyGoodsPromotion, anyFreeShipping), { maxLength: 4 }),
      anyGoodsPromotion,
      anyFreeShipping,
      ({ lines, code, ship, tax }, running, oneMore, freeShipping) => {
        const priced = (promotions: readonly RunningPromotion[]) => {
          const cart = lines.map(({ product: { price, sale }, quantity }, i) => {
            return { product: product(`p${i}`, price, sale, promotions), quantity };
          });
          return quote({ lines: cart, code, shippingOption: shipping(ship), tax });
        };
        const quoted = priced(running);
        const { items, subtotalCents, discountCents, shippingCents, taxCents, totalCents } = quoted;
        expect(items.reduce((sum, item) => sum + item.totalCents, shippingCents)).toBe(totalCents);
        expect(subtotalCents - discountCents + shippingCents + taxCents).toBe(totalCents);
        expect(
          reductionsOf({ ...quoted, couponDiscount: quoted.code }).reduce((sum, one) => sum + one.amountCents, 0),
        ).toBe(discountCents);
        expect(items.every((item) => item.totalCents >= 0 && item.discountCents >= 0)).toBe(true);
        expect(shippingCents === 0 || shippingCents === ship).toBe(true);
        const off = (one: typeof quoted) => one.promotion?.amountCents ?? 0;
        expect(off(priced([...running, oneMore]))).toBeGreaterThanOrEqual(off(quoted));
        expect(off(priced([oneMore, ...running]))).toBeGreaterThanOrEqual(off(quoted));
        expect(priced([...running, freeShipping]).totalCents).toBeLessThanOrEqual(totalCents);
      },
    ),
    { numRuns: 10_000 },
  );
}, 120_000);

const wands = (quantity: number) => [{ product: product('wand', 12_000, 5_900), quantity }];

test.each([
  [1, null, 5_900, 0],
  [2, null, 11_800, 0],
  [3, null, 11_800, 5_900],
  [3, codeOf('percent', 1_000), 10_620, 7_080],
  [1, codeOf('free_order', 0), 0, 5_900],
])('%i wands with %o cost %i cents after %i cents of discount', (quantity, code, total, discount) => {
  const quoted = quote({ lines: wands(quantity), code, shippingOption: shipping(0), tax: null });
  expect(quoted).toMatchObject({ totalCents: total, discountCents: discount });
});

test('express shipping is added, and a free-shipping code removes it', () => {
  expect(quote({ lines: wands(1), code: null, shippingOption: shipping(1_299), tax: null }).totalCents).toBe(7_199);
  const free = quote({ lines: wands(1), code: codeOf('free_shipping', 0), shippingOption: shipping(1_299), tax: null });
  expect(free).toMatchObject({ totalCents: 5_900, shippingCents: 0 });
});

test.each([
  [5_851, 0],
  [5_850, 50],
])('a code of %i cents on $59 leaves %i cents because amounts too small to charge are waived', (value, total) => {
  expect(
    quote({ lines: wands(1), code: codeOf('fixed', value), shippingOption: shipping(0), tax: null }).totalCents,
  ).toBe(total);
});

test.each<[string, number, number, DiscountCode | null, Record<string, number>]>([
  ['a penny', 49, 1, null, { 'Too small to charge': 49 }],
  ['three at 20 cents', 20, 3, null, { 'Buy 2 Get 1 Free': 20, 'Too small to charge': 40 }],
  ['a code that leaves 49 cents', 5_900, 1, codeOf('fixed', 5_851), { C: 5_851, 'Too small to charge': 49 }],
])('%s: the waived amount is listed on its own line', (_what, priceCents, quantity, code, lines) => {
  const cart = [{ product: product('penny', 12_000, priceCents), quantity }];
  const free = quote({ lines: cart, code, shippingOption: shipping(0), tax: null });
  const reductions = reductionsOf({ ...free, couponDiscount: free.code });
  expect(reductions.map(({ name, amountCents }) => [name, amountCents])).toEqual(Object.entries(lines));
  expect(free).toMatchObject({ totalCents: 0, discountCents: priceCents * quantity });
});

const taxOf = (ratePpm: number, inclusive: boolean) => ({ name: 'Tax', ratePpm, inclusive });

test.each([
  ['added on top', taxOf(82_500, false), null, 6_387, 487, 487],
  ['added to what a code leaves', taxOf(82_500, false), codeOf('percent', 1_000), 5_748, 438, 438],
  ['held by the price', taxOf(200_000, true), null, 5_900, 0, 983],
  ['nothing on a free order', taxOf(82_500, false), codeOf('free_order', 0), 0, 0, undefined],
])('tax is %s', (_how, tax, code, total, added, amount) => {
  const taxed = quote({ lines: wands(1), code, shippingOption: shipping(0), tax });
  expect(taxed).toMatchObject({ totalCents: total, taxCents: added });
  expect(taxed.tax?.amountCents).toBe(amount);
});

test('shipping is not taxed', () => {
  const taxed = quote({ lines: wands(1), code: null, shippingOption: shipping(1_299), tax: taxOf(100_000, false) });
  expect(taxed).toMatchObject({ taxCents: 590, totalCents: 5_900 + 1_299 + 590 });
});

const quoted = quote({ lines: wands(1), code: null, shippingOption: shipping(0), tax: null });
const agreed: QuoteVersion = {
  ...quoted,
  contact: null,
  shippingAddress: null,
  billingAddress: null,
  deliveryInstructions: '',
  currency: 'usd',
  complete: true,
  promises: legacyTerms,
};

test.each([
  [{ amountReceivedCents: 5_900, currency: 'usd', livemode: false }, null],
  [{ amountReceivedCents: 5_899, currency: 'usd', livemode: false }, 'amount_mismatch'],
  [{ amountReceivedCents: 5_901, currency: 'usd', livemode: false }, 'amount_mismatch'],
  [{ amountReceivedCents: 5_900, currency: 'eur', livemode: false }, 'currency_mismatch'],
  [{ amountReceivedCents: 5_900, currency: 'usd', livemode: true }, 'mode_mismatch'],
])('an intent of %o against a quote of $59 in test mode gives %s', (intent, expected) => {
  expect(moneyMismatch(intent, agreed, false)).toBe(expected);
});

test.each([
  ['amount_mismatch', true],
  ['second_payment', true],
  ['stock_gone', false],
  ['contact_incomplete', false],
] as const)('an order held for %s has its money in doubt: %s', (reason, expected) => {
  expect(isPaymentUnverified(reason)).toBe(expected);
});
