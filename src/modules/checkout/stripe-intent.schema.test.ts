import fc from 'fast-check';
import { expect, test } from 'vitest';

import { withoutEmpty } from '#modules/payments/metadata.ts';
import { truncate, stripInvisible } from '#shared/clean-text.ts';

import { parseIntentMetadata, toIntentMetadata, quoteFrom } from './stripe-intent.schema.ts';
import type { QuoteVersion } from './quote.ts';

/** Text as quotes store it, without invisible characters. */
const text = (maxLength: number) =>
  fc.string({ maxLength, unit: 'grapheme' }).map((one) => stripInvisible(truncate(one, maxLength)));
const cents = fc.integer({ min: 0, max: 99_999 });
const address = fc.record({
  street: text(60),
  line2: text(60),
  city: text(60),
  state: text(30),
  postalCode: text(20),
  country: fc.constantFrom('US', 'CA', 'GB', 'AU'),
});
const contact = fc.record({ email: text(120), firstName: text(60), lastName: text(60), phone: text(20) });
const id = fc.uuid({ version: 4 });

const item = fc.record({
  productId: id,
  quantity: fc.integer({ min: 1, max: 10 }),
  unitPriceCents: cents,
  discountCents: cents,
  taxCents: cents,
});
const option = fc.record({
  id,
  name: text(40),
  description: fc.constant(''),
  priceCents: cents,
  daysMin: fc.nat(9),
  daysMax: fc.nat(9),
});
const part = fc.record({
  items: fc.uniqueArray(item, { minLength: 1, maxLength: 10, selector: ({ productId }) => productId }),
  shippingOption: fc.option(option),
  promotion: fc.option(fc.record({ code: fc.constant(''), name: text(40), amountCents: cents })),
  code: fc.option(fc.record({ codeId: id, code: text(40), name: text(40), amountCents: cents })),
  tax: fc.option(fc.record({ name: text(40), ratePpm: fc.nat(300_000), inclusive: fc.boolean(), amountCents: cents })),
  contact: fc.option(contact),
  shippingAddress: fc.option(address),
  deliveryInstructions: text(200),
  promises: fc.record({
    guaranteeDays: fc.nat(365),
    returnWindowDays: fc.nat(365),
    refundProcessingDays: fc.nat(30),
    refundVisibleDays: text(20),
  }),
});

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);

/** A quote whose amounts match its lines, as in every priced cart. */
const anySnapshot = part.map(({ items, ...rest }): QuoteVersion => {
  const lines = items.map((one) => ({
    ...one,
    name: 'Wand',
    imageUrl: '/wand',
    listPriceCents: one.unitPriceCents,
    totalCents: one.unitPriceCents * one.quantity - one.discountCents + one.taxCents,
  }));
  const shippingCents = rest.shippingOption?.priceCents ?? 0;
  return {
    ...rest,
    items: lines,
    billingAddress: rest.shippingAddress,
    subtotalCents: sum(lines.map((one) => one.unitPriceCents * one.quantity)),
    discountCents: sum(lines.map((one) => one.discountCents)),
    shippingCents,
    taxCents: sum(lines.map((one) => one.taxCents)),
    totalCents: sum(lines.map((one) => one.totalCents)) + shippingCents,
    currency: 'usd',
    complete: true,
  };
});

test("the record in a payment's metadata fits the provider's limits and restores the same order to the cent", () => {
  fc.assert(
    fc.property(anySnapshot, (quote) => {
      const record = toIntentMetadata({ publicUrl: 'https://shop.example' }, { orderNumber: 'HR-7K3QX9M2' }, quote);
      expect(Object.keys(record).length).toBeLessThanOrEqual(40);
      for (const value of Object.values(record)) expect(value.length).toBeLessThanOrEqual(500);
      const found = parseIntentMetadata(withoutEmpty(record));
      expect(found?.order).toBe('HR-7K3QX9M2');
      const products = quote.items.map(({ productId }) => ({ id: productId, name: 'Wand', imageUrl: '/wand' }));
      const again = found === null ? null : quoteFrom(found, products);
      expect({ ...again, currency: 'usd', complete: true }).toEqual(quote);
      expect(found === null ? null : quoteFrom(found, products.slice(1)), 'a product is gone').toBeNull();
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['nothing', {}],
  ['no lines', { order: '"HR-1"' }],
  ['lines that are cut', { order: '"HR-1"', items: '[["b254c1c8-' }],
  ['lines of something else', { order: '"HR-1"', items: '[["x",1,1,1,1]]' }],
])('a record of %s is rejected', (_what, metadata) => {
  expect(parseIntentMetadata(metadata)).toBeNull();
});
