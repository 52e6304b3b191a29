import { createSandbox } from '@halorosa/stripe-sandbox';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';

import { givenProduct, givenShipping, newVisitor } from '../../../tests/support/shop-visitor.ts';
import { after } from '../../../tests/support/race-steps.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { expireCheckout, reconcile } from './expire-checkouts.server.ts';
import { checkouts } from './tables.server.ts';

const buyers = 12;

const test = testWithShop({ settings: { BUY_NOW: 'hosted', PUBLIC_URL: 'http://shop.test' }, prepare: givenShipping });

const place = { line1: '1 Market Street', line2: null, city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' };
const shipping = { name: 'Mia Rose', phone: null, address: place };
const payment = { number: '4242424242424242', email: 'mia@example.com', name: 'Mia Rose', phone: null, shipping };

async function givenPage(shop: TestShop, productId: string) {
  const { body } = await newVisitor(shop).send('POST', '/create-checkout', { items: [{ id: productId, quantity: 1 }] });
  const sessionId = String(body.url).split('/').at(-1) ?? '';
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.hostedSessionId, sessionId));
  return { sessionId, checkoutId: checkout?.id ?? '' };
}

const pay = (shop: TestShop, sessionId: string) => createSandbox({ db: shop.ctx.db }).paySession(sessionId, payment);

async function outcomeOf(shop: TestShop, { sessionId, checkoutId }: Awaited<ReturnType<typeof givenPage>>) {
  const { isPaid } = await shop.ctx.payments.readHostedSession(sessionId);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
  return { isPaid, state: checkout?.state, hasOrder: order !== undefined };
}

test('a hosted page paid while it is being ended becomes an order, or releases its unit and cannot be paid', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: buyers });
  const pages = await Promise.all(Array.from({ length: buyers }, () => givenPage(shop, productId)));
  await Promise.all(
    pages.flatMap((page, questions) => [
      expireCheckout(shop.ctx, page.checkoutId),
      after(shop, questions, () => pay(shop, page.sessionId)),
      after(shop, questions + 4, () => pay(shop, page.sessionId)),
    ]),
  );
  await reconcile(shop.ctx);
  const outcomes = await Promise.all(pages.map((one) => outcomeOf(shop, one)));
  for (const { isPaid, state, hasOrder } of outcomes) {
    expect({ isPaid, hasOrder, state }).toEqual({ isPaid, hasOrder: isPaid, state: isPaid ? 'completed' : 'expired' });
  }
  const sold = outcomes.filter(({ hasOrder }) => hasOrder).length;
  const [stock] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect({ onHand: stock?.onHand, reserved: stock?.reserved }).toEqual({ onHand: buyers - sold, reserved: 0 });
});

test('a Buy Now while another one is opening the page returns that same page', async ({ shop, visitor }) => {
  const items = [{ id: await givenProduct(shop), quantity: 1 }];
  const { body } = await visitor.send('POST', '/create-checkout', { items });
  const hostedSessionId = String(body.url).split('/').at(-1) ?? '';
  const isTheirs = eq(checkouts.hostedSessionId, hostedSessionId);
  const leaseUntil = sql`now() + interval '30 seconds'`;
  const [opening] = await shop.ctx.db
    .update(checkouts)
    .set({ hostedSessionId: null, state: 'open', leaseUntil })
    .where(isTheirs)
    .returning();
  const opened = { hostedSessionId, state: 'awaiting_payment' as const, leaseUntil: null };
  const isOpening = eq(checkouts.id, opening?.id ?? '');
  const [pressed] = await Promise.all([
    visitor.send('POST', '/create-checkout', { items }),
    after(shop, 400, () => shop.ctx.db.update(checkouts).set(opened).where(isOpening)),
  ]);
  expect(pressed).toMatchObject({ status: 200, body: { url: body.url } });
  expect((await shop.ctx.payments.readHostedSession(hostedSessionId)).status).toBe('open');
});
