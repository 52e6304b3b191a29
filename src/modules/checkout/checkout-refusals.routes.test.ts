import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import type { CheckoutEnd } from '#modules/checkout/checkout-ends.ts';
import {
  checkoutRefusals,
  exitOfferRefusals,
  type CheckoutRefusal,
  type ExitOfferRefusal,
} from '#modules/checkout/checkout.schema.ts';
import { sweepExpired } from '#modules/checkout/expire-checkouts.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { discountCodes, discountRedemptions } from '#modules/discounts/tables.server.ts';
import { unsoldCountries } from '#modules/shipping/tables.server.ts';

import { openTestDatabase } from '../../../tests/support/database.ts';
import { openProvider } from '../../../tests/support/sandbox-over-http.ts';
import {
  address,
  contact,
  fillCart,
  finalize,
  givenCode,
  givenProduct,
  givenReadyCheckout,
  givenShipping,
  newVisitor,
  openCheckout,
  type Answer,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { shopFixture, testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { openTestShop } from '../../../tests/support/shop.ts';

const test = testWithShop({ prepare: givenShipping }).extend(
  'strict',
  { scope: 'file' },
  shopFixture({ settings: { RATE_LIMITS: 'on', BUY_NOW: 'hosted' }, prepare: givenShipping }),
);
// The tables of cases below are made before a shop is open.
let shop: TestShop;
/** The same shop with limits and with payment on the provider's page. */
let strict: TestShop;
test.beforeAll(({ shop: opened, strict: limited }) => {
  [shop, strict] = [opened, limited];
});

type Shown = { visitor: TestVisitor; checkoutId: string };

const givenReady = async (): Promise<Shown> => givenReadyCheckout(shop, await givenProduct(shop));

type Refused = { when: string; ask: () => Promise<Answer>; sentence?: string };

const update = ({ visitor, checkoutId }: Shown, change: object) =>
  visitor.send('POST', '/update-payment-intent', { checkout_id: checkoutId, ...change });
const withReady = (ask: (shown: Awaited<ReturnType<typeof givenReadyCheckout>>) => Promise<Answer>) => async () =>
  ask(await givenReadyCheckout(shop, await givenProduct(shop)));
const withCode = (fields: Parameters<typeof givenCode>[1]) =>
  withReady(async (shown) => {
    const code = await givenCode(shop, { code: `C${crypto.randomUUID().slice(0, 8).toUpperCase()}`, ...fields });
    return update(shown, { discount_code: code });
  });

/** A shopper at a provider that does not answer. */
async function withoutProvider(ask: (shown: Shown & { intentId: string }) => Promise<Answer>, isReady: boolean) {
  const database = await openTestDatabase();
  const provider = await openProvider(database);
  // The table of cases below cannot ask for a fixture of a test.
  const away = await openTestShop({ database, settings: provider.settings });
  await givenShipping(away);
  const visitor = newVisitor(away);
  await fillCart(visitor, await givenProduct(away));
  const opened = await openCheckout(visitor);
  if (isReady) await finalize(visitor, opened.checkoutId);
  provider.behavior.payments = 'fails';
  const answer = await ask({ visitor, ...opened });
  await provider.close();
  await away.close();
  return answer;
}

const leeds = { street: '1 Briggate', line2: '', city: 'Leeds', state: '', postalCode: 'LS1 6HD', country: 'GB' };

/** Asks while the shop does not sell to the United Kingdom. */
async function withUnsold(ask: () => Promise<Answer>): Promise<Answer> {
  await shop.ctx.db.insert(unsoldCountries).values({ country: 'GB' });
  const answer = await ask();
  await shop.ctx.db.delete(unsoldCountries);
  return answer;
}

/** The other refusals of a checkout. One without a state does not compile. */
const others: Record<Exclude<CheckoutRefusal, CheckoutEnd>, readonly [Refused, ...Refused[]]> = {
  sold_out: [
    {
      when: 'nothing is left when the checkout begins',
      ask: async () => {
        const productId = await givenProduct(shop, { onHand: 1 });
        const visitor = newVisitor(shop);
        await fillCart(visitor, productId);
        await givenReadyCheckout(shop, productId);
        return visitor.send('POST', '/create-payment-intent', {});
      },
    },
    {
      when: 'more units than are left',
      ask: async () => {
        const productId = await givenProduct(shop, { onHand: 2 });
        const items = [{ product_id: productId, quantity: 3 }];
        return update(await givenReadyCheckout(shop, productId), { items });
      },
    },
    {
      when: 'the goods of an ended checkout were sold',
      ask: async () => {
        const productId = await givenProduct(shop, { onHand: 1 });
        const shown = await givenReadyCheckout(shop, productId);
        await shop.ctx.db
          .update(checkouts)
          .set({ expiresAt: new Date(Date.now() - 60_000) })
          .where(eq(checkouts.id, shown.checkoutId));
        await sweepExpired(shop.ctx);
        await givenReadyCheckout(shop, productId);
        return shown.visitor.send('POST', '/create-payment-intent', { revive: shown.checkoutId });
      },
    },
  ],
  no_product: [
    {
      when: 'a product that does not exist',
      ask: withReady((shown) => update(shown, { items: [{ product_id: crypto.randomUUID(), quantity: 1 }] })),
    },
  ],
  too_many_checkouts: [
    {
      when: 'units of two checkouts together exceed the limit',
      ask: async () => {
        const productId = await givenProduct(strict, { onHand: 50 });
        const { visitor } = await givenReadyCheckout(strict, productId, 6);
        return visitor.send('POST', '/create-checkout', { items: [{ id: productId, quantity: 6 }] });
      },
    },
  ],
  too_many_units: [
    {
      when: 'eleven units',
      ask: async () => {
        const productId = await givenProduct(shop, { onHand: 50 });
        return update(await givenReadyCheckout(shop, productId), { items: [{ product_id: productId, quantity: 11 }] });
      },
    },
  ],
  not_extendable: [{ when: 'much time is left', ask: withReady((shown) => update(shown, { extend: true })) }],
  busy: [
    {
      when: 'another change holds the checkout',
      ask: withReady(async (shown) => {
        const leaseUntil = new Date(Date.now() + 20_000);
        await shop.ctx.db.update(checkouts).set({ leaseUntil }).where(eq(checkouts.id, shown.checkoutId));
        return update(shown, {});
      }),
    },
  ],
  incomplete: [
    {
      when: 'half a ZIP code at Pay',
      ask: withReady(({ visitor, checkoutId }) =>
        finalize(visitor, checkoutId, { shipping_address: { ...address, postalCode: '9410' } }),
      ),
      sentence: 'Enter a 5-digit ZIP, for example 94103',
    },
    {
      when: 'a free order without an address',
      ask: async () => {
        const code = await givenCode(shop, { code: 'NOADDRESS', type: 'free_order', value: 0 });
        const visitor = newVisitor(shop);
        await fillCart(visitor, await givenProduct(shop));
        const { checkoutId } = await openCheckout(visitor);
        await update({ visitor, checkoutId }, { discount_code: code });
        return visitor.send('POST', '/create-order', { checkout_id: checkoutId });
      },
    },
  ],
  country_not_sold: [
    {
      when: 'a country that was switched off',
      ask: () => withUnsold(withReady((shown) => update(shown, { shipping_address: leeds }))),
      sentence: 'We don’t ship to the United Kingdom.',
    },
    {
      when: 'a free order to a country that was switched off',
      ask: async () => {
        const code = await givenCode(shop, { code: 'FREEABROAD', type: 'free_order', value: 0 });
        const ready = await givenReadyCheckout(shop, await givenProduct(shop));
        await finalize(ready.visitor, ready.checkoutId, { shipping_address: leeds, discount_code: code });
        return withUnsold(() => ready.visitor.send('POST', '/create-order', { checkout_id: ready.checkoutId }));
      },
      sentence: 'We don’t ship to the United Kingdom.',
    },
  ],
  phone_unusable: [
    {
      when: 'a phone number of zeros',
      ask: withReady(({ visitor, checkoutId }) =>
        finalize(visitor, checkoutId, { customer_info: { ...contact, phone: '000 000 0000' } }),
      ),
    },
  ],
  address_doubted: [
    {
      when: 'a ZIP code of another state',
      ask: withReady(({ visitor, checkoutId }) =>
        finalize(visitor, checkoutId, {
          shipping_address: { ...address, postalCode: '10001' },
          address_confirmed: false,
        }),
      ),
      sentence: 'ZIP code 10001 is in New York, NY. Please check it, or confirm that the address is right.',
    },
  ],
  no_shipping: [
    {
      when: 'no shipping method is active at Pay',
      ask: async () => {
        const bare = await openTestShop();
        const visitor = newVisitor(bare);
        await fillCart(visitor, await givenProduct(bare));
        const answer = await finalize(visitor, (await openCheckout(visitor)).checkoutId);
        await bare.close();
        return answer;
      },
    },
  ],
  provider_unavailable: [
    {
      when: 'the provider is away before Pay',
      ask: () => withoutProvider((shown) => finalize(shown.visitor, shown.checkoutId), false),
    },
  ],
  payment_unknown: [
    { when: 'the provider is away after Pay', ask: () => withoutProvider((shown) => update(shown, {}), true) },
    {
      when: 'the provider is away on the success page',
      ask: () =>
        withoutProvider(
          ({ visitor, intentId }) => visitor.send('POST', '/create-order', { payment_intent_id: intentId }),
          true,
        ),
    },
  ],
  not_paid: [
    {
      when: 'the success page of a payment that was not made',
      ask: withReady(({ visitor, intentId }) => visitor.send('POST', '/create-order', { payment_intent_id: intentId })),
    },
    {
      when: 'the status of a payment that was not made',
      ask: withReady(({ visitor, intentId }) => visitor.send('GET', `/order-status?payment_intent=${intentId}`)),
    },
  ],
  not_free: [
    {
      when: 'an order that costs something is placed as free',
      ask: withReady(({ visitor, checkoutId }) => visitor.send('POST', '/create-order', { checkout_id: checkoutId })),
    },
  ],
  unknown_code: [{ when: 'no such code', ask: withReady((shown) => update(shown, { discount_code: 'NONE' })) }],
  code_expired: [{ when: 'a code of the past', ask: withCode({ endsAt: new Date(0) }) }],
  below_minimum: [{ when: 'a cart below the minimum', ask: withCode({ minSubtotalCents: 100_000 }) }],
  used_up: [
    { when: 'a code without uses', ask: withCode({ maxUses: 0 }) },
    {
      when: 'a free order whose code is gone',
      ask: async () => {
        const code = await givenCode(shop, { code: 'GONE', type: 'free_order', value: 0, maxUses: 1 });
        const shown = await givenReady();
        await finalize(shown.visitor, shown.checkoutId, { discount_code: code });
        await shop.ctx.db.delete(discountRedemptions).where(eq(discountRedemptions.checkoutId, shown.checkoutId));
        await shop.ctx.db.update(discountCodes).set({ used: 1, held: 0 }).where(eq(discountCodes.code, code));
        return shown.visitor.send('POST', '/create-order', { checkout_id: shown.checkoutId });
      },
    },
  ],
  used_by_you: [
    {
      when: 'a code that its customer has used',
      ask: async () => {
        const code = await givenCode(shop, { code: 'ONLYONCE', maxUsesPerCustomer: 1 });
        await withReady(({ visitor, checkoutId }) => finalize(visitor, checkoutId, { discount_code: code }))();
        return withReady((shown) => update(shown, { discount_code: code }))();
      },
    },
  ],
  too_many_attempts: [
    {
      when: 'a fourth wrong code',
      ask: async () => {
        const shown = await givenReadyCheckout(strict, await givenProduct(strict));
        for (let tries = 1; tries <= 3; tries += 1) await update(shown, { discount_code: `NONE${tries}` });
        return update(shown, { discount_code: 'NONE4' });
      },
    },
  ],
};

const refusals = Object.entries(others).flatMap(([reason, calls]) =>
  calls.map((one) => ({ reason: reason as keyof typeof others, ...one })),
);

test.each(refusals)('a checkout refuses $reason with its sentence: $when', async ({ reason, ask, sentence }) => {
  const { status, body } = await ask();
  expect({ status, body }).toEqual({
    status: 422,
    body: { error: reason, message: sentence ?? checkoutRefusals[reason] },
  });
});

const askOffer = ({ visitor, checkoutId }: Shown) => visitor.send('POST', '/exit-offer', { checkout_id: checkoutId });

const offers: Record<ExitOfferRefusal, () => Promise<Answer>> = {
  offer_over: async () => {
    const shown = await givenReady();
    const { body } = await askOffer(shown);
    await shop.ctx.db
      .update(discountCodes)
      .set({ endsAt: new Date(0) })
      .where(eq(discountCodes.code, String(body.code)));
    return askOffer(shown);
  },
  present_is_better: async () => {
    const shown = await givenReady();
    await update(shown, { discount_code: await givenCode(shop, { code: 'HALF', value: 5_000 }) });
    return askOffer(shown);
  },
};

test.each(Object.entries(offers))('the exit offer is refused with its sentence: %s', async (reason, ask) => {
  const message = exitOfferRefusals[reason as ExitOfferRefusal];
  expect(await ask()).toEqual({ status: 422, body: { error: reason, message } });
});
