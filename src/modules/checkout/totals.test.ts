import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Product } from '#modules/catalog/product.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { orderSummaryOnWire, type OrderView } from '#modules/orders/order-record.ts';
import { confirmationData } from '#modules/orders/send-order-emails.server.ts';
import { stripeClient } from '#modules/payments/stripe-client.server.ts';
import { intentCalls } from '#modules/payments/intents.server.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';
import { formatUsd } from '#shared/money.ts';
import { countries } from '#shared/countries.ts';

import { address, contact } from '../../../tests/support/shop-visitor.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { hostedLines } from './hosted-checkout.ts';
import { checkoutOnWire, quote, type QuoteVersion } from './quote.ts';
import { moneyMismatch, orderFrom } from './settle.ts';
import { money } from './ui/order-summary.tsx';

const now = new Date('2026-11-21T12:00:00Z');
const taxes = {
  US: { name: 'Sales tax', ratePpm: 82_500, inclusive: false },
  CA: { name: 'GST/HST', ratePpm: 149_750, inclusive: false },
  GB: { name: 'VAT', ratePpm: 200_000, inclusive: true },
  AU: { name: 'GST', ratePpm: 100_000, inclusive: true },
  OR: null,
};

type QuoteInput = Parameters<typeof quote>[0];

const anyProduct: fc.Arbitrary<Product> = fc
  .record({
    id: fc.uuid(),
    priceCents: fc.integer({ min: 1, max: 500_000 }),
    salePriceCents: fc.option(fc.nat(300_000)),
  })
  .map((generated) => ({
    ...generated,
    name: generated.id,
    description: '',
    imageUrl: '/media/hero',
    features: [],
    specifications: {},
    onHand: null,
    available: null,
    referencePriceCents: null,
    promotions: [{ kind: 'buy_x_get_y', options: { buy: 2, free: 1 } }],
  }));

const anyCode: fc.Arbitrary<DiscountCode> = fc
  .record({
    type: fc.constantFrom('percent', 'fixed', 'free_shipping', 'free_order'),
    value: fc.nat(10_000),
  })
  .map((generated) => ({
    ...generated,
    id: '00000000-0000-4000-8000-000000000001',
    code: 'ANY',
    name: 'Any',
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
  }));

const anyCart: fc.Arbitrary<QuoteInput> = fc.record({
  lines: fc.uniqueArray(fc.record({ product: anyProduct, quantity: fc.integer({ min: 1, max: 10 }) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ product }) => product.id,
  }),
  code: fc.option(anyCode),
  shippingOption: fc.option(
    fc.nat(3_000).map((priceCents) => ({ id: 's', name: 'S', description: '', priceCents, daysMin: 3, daysMax: 5 })),
  ),
  tax: fc.constantFrom(...Object.keys(taxes)).map((place) => taxes[place as keyof typeof taxes]),
});

function quoteOf(input: QuoteInput): QuoteVersion {
  const delivery = { contact, shippingAddress: address, billingAddress: address, deliveryInstructions: '' };
  return { ...quote(input), ...delivery, currency: 'usd', complete: true, promises: legacyTerms };
}

const checkout = {
  id: '00000000-0000-4000-8000-000000000002',
  cartId: '00000000-0000-4000-8000-000000000003',
  customerId: null,
  visitorIp: '127.0.0.1',
  source: 'direct',
  device: 'phone' as const,
  state: 'awaiting_payment' as const,
  attempt: 1,
  orderNumber: 'HR-22222222',
  paymentIntentId: 'pi_1',
  clientSecret: 'secret',
  hostedSessionId: null,
  quoteVersion: 1,
  expiresAt: now,
  intentBaseVersion: 1,
  leaseUntil: null,
  leaseId: null,
  stuckSince: null,
  nextProviderCheckAt: now,
  checks: 0,
  paymentUnknownAt: null,
  exitCodeId: null,
  createdAt: now,
};

/**
 * Returns a function that reports the amount in the SDK's request to create an intent, in cents.
 */
function asker() {
  let amount = Number.NaN;
  const listener: typeof fetch = async (input, init) => {
    amount = Number(new URLSearchParams(await new Request(input, init).text()).get('amount'));
    return Response.json({ id: 'pi_1', object: 'payment_intent', client_secret: 's', amount, amount_received: amount });
  };
  const { createIntent } = intentCalls(
    stripeClient({ stripeSecretKey: 'sk_test_x', stripeApiUrl: undefined }, listener),
  );
  return async (amountCents: number) => {
    await createIntent({ amountCents, checkoutId: checkout.id, quoteVersion: 1, attempt: 1 });
    return amount;
  };
}

/** Builds the order as it is read back: what settling stores plus what the database adds. */
function orderOf(quote: QuoteVersion, paidCents: number): OrderView {
  const intent = {
    id: 'pi_1',
    clientSecret: '',
    status: 'succeeded' as const,
    amountCents: paidCents,
    amountReceivedCents: paidCents,
    currency: 'usd',
    livemode: false,
    checkoutId: checkout.id,
    quoteVersion: 1,
    shop: null,
    metadata: {},
    email: null,
    shipping: null,
  };
  expect(moneyMismatch(intent, quote, false)).toBeNull();
  const { items, couponDiscount, promotion, shippingOption, tax, ...placed } = orderFrom(checkout, quote, {
    shopMode: 'sandbox',
    intent,
    paymentStatus: 'paid',
    hold: null,
  });
  const added = {
    id: checkout.id,
    returnedCents: 0,
    carrierName: null,
    trackingNumber: null,
    packages: [],
    placedAt: now,
  };
  return {
    ...placed,
    ...added,
    items: items.map((item) => ({ ...item, imageUrl: item.imageUrl ?? '' })),
    couponDiscount: couponDiscount ?? null,
    promotion: promotion ?? null,
    shippingOption: shippingOption ?? null,
    tax: tax ?? null,
    shippedAt: null,
    deliveredAt: null,
    events: [],
  } as OrderView;
}

const cents = (amount: number) => Math.round(amount * 100);
const settings = { publicUrl: 'http://shop.test', sessionSecret: 'a secret that is long enough to sign links with' };

const carts = randomCases(10_000);

test(
  `${carts.toLocaleString('en-US')} random carts, codes and countries: page, summary, intent, provider’s page, order, success page and mail name one total`,
  { timeout: 180_000 },
  async () => {
    const askFor = asker();
    await fc.assert(
      fc.asyncProperty(anyCart, async (input) => {
        const quote = quoteOf(input);
        const total = quote.totalCents;
        const view = checkoutOnWire({ checkout, quote, stockLeft: {}, options: [], soldCountries: countries }, now);
        const reductions = [view.promotion, view.code, view.waiver].map((one) => -(one?.amount ?? 0));
        const rows = [view.subtotal, ...reductions, view.shippingAmount];
        expect(cents(view.total)).toBe(total);
        expect(money(view.total)).toBe(formatUsd(total));
        expect(rows.reduce((sum, row) => sum + cents(row), cents(view.taxAmount))).toBe(total);
        const paid = total === 0 ? 0 : await askFor(total);
        expect(paid).toBe(total);
        const hosted = hostedLines(quote).map(({ quantity, unitAmountCents }) => quantity * unitAmountCents);
        expect(hosted.reduce((sum, line) => sum + line, 0)).toBe(total);
        const order = orderOf(quote, paid);
        expect(order.items.reduce((sum, item) => sum + item.totalCents, order.shippingCents)).toBe(total);
        const success = orderSummaryOnWire(order);
        expect([order.totalCents, cents(success.total)]).toEqual([total, total]);
        const mail = confirmationData(order, settings);
        const reduced = mail.reductions.reduce((sum, { amountCents }) => sum + amountCents, 0);
        const parts = mail.subtotalCents - reduced + (mail.shipping?.amountCents ?? 0) + mail.taxCents;
        expect([mail.totalCents, parts]).toEqual([total, total]);
        expect(total === 0 || total >= 50).toBe(true);
      }),
      { numRuns: carts },
    );
  },
);
