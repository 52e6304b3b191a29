import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';

import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';

import {
  address,
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

const test = testWithShop({
  prepare: async (shop) => {
    await seedTaxRates(shop.ctx.db);
    await givenCode(shop, { code: 'TEN', value: 1_000 });
    await givenCode(shop, { code: 'SEVEN', type: 'fixed', value: 700 });
    await givenCode(shop, { code: 'SHIP', type: 'free_shipping', value: 0 });
    await givenCode(shop, { code: 'FREE', type: 'free_order', value: 0 });
  },
}).extend('options', { scope: 'file' }, async ({ shop }) => [
  await givenShipping(shop),
  await givenShipping(shop, 1_299),
]);

const places = [
  { country: 'US', state: 'CA', postalCode: '94103' },
  { country: 'US', state: 'OR', postalCode: '97205' },
  { country: 'CA', state: 'QC', postalCode: 'H2X 1Y4' },
  { country: 'GB', state: '', postalCode: 'SW1A 1AA' },
  { country: 'AU', state: 'NSW', postalCode: '2000' },
];

const purchase = fc.record({
  prices: fc.array(
    fc.record({ priceCents: fc.integer({ min: 100, max: 90_000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  onSale: fc.boolean(),
  code: fc.constantFrom(null, 'TEN', 'SEVEN', 'SHIP', 'FREE'),
  express: fc.boolean(),
  place: fc.constantFrom(...places),
  tax: fc.constantFrom('table' as const, 'stripe' as const),
});

type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never;

const moneyIn = z.object({ totalCents: z.number() });

/** Buys through the shop's own calls. Returns every total that is shown or stored, in cents. */
async function totalsOf(
  shop: TestShop,
  options: string[],
  { prices, onSale, code, express, place, tax }: Purchase,
): Promise<Record<string, number>> {
  shop.ctx.settings.tax = tax;
  const visitor = newVisitor(shop);
  for (const { priceCents, quantity } of prices) {
    const sale = { salePriceCents: onSale ? Math.ceil(priceCents / 2) : null, onHand: null };
    await fillCart(visitor, await givenProduct(shop, { priceCents, ...sale }), quantity);
  }
  const { checkoutId } = await openCheckout(visitor);
  const delivery = { ...address, ...place };
  const change = { discount_code: code, shipping_option_id: options[express ? 1 : 0], shipping_address: delivery };
  const { body } = await finalize(visitor, checkoutId, { ...change, billing_address: delivery });
  const shown = (body.checkout as { total: number }).total;
  const intentId = body.payment_intent_id as string | null;
  if (intentId !== null) await payWith(shop, String(body.client_secret));
  const named = intentId === null ? { checkout_id: checkoutId } : { payment_intent_id: intentId };
  const placed = await visitor.send('POST', '/create-order', named);
  const { id, view } = placed.body.order as { id: string; view: { total: number } };
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, id));
  const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, id));
  expect(order?.holdReason).toBeNull();
  return {
    page: Math.round(shown * 100),
    answered: Number(body.amount),
    intent: intentId === null ? 0 : (await shop.ctx.payments.readIntent(intentId)).amountReceivedCents,
    order: order?.totalCents ?? -1,
    captured: order?.capturedCents ?? -1,
    success: Math.round(view.total * 100),
    mail: mail?.kind === 'order_confirmation' ? moneyIn.parse(mail.content?.data).totalCents : -1,
  };
}

test(
  'in 60 random purchases, page, intent, order, success page and email show the same total',
  { timeout: 120_000 },
  async ({ shop, options }) => {
    await fc.assert(
      fc.asyncProperty(purchase, async (bought) => {
        const totals = await totalsOf(shop, options, bought);
        expect(new Set(Object.values(totals)).size, JSON.stringify(totals)).toBe(1);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  },
);
