import { globSync, readFileSync } from 'node:fs';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { correctAddress } from '#modules/orders/correct-address.server.ts';
import { returnStepRefusals } from '#modules/orders/orders.schema.ts';
import { findOrderDetail } from '#modules/orders/orders.server.ts';
import { orderReturns, orders } from '#modules/orders/tables.server.ts';
import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';
import { sureField } from '#ui/form-response.ts';

import { orderNumberOf, owner, providerDashboard, refundByOwner } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { givenPaidOrder } from '../../../../tests/support/shop-visitor.ts';
import { action } from '../order.tsx';

const test = testWithShop({ prepare: (shop) => seedTaxRates(shop.ctx.db) });

const newYork = { street: '1 Broadway', line2: '', city: 'New York', state: 'NY', postalCode: '10004', country: 'US' };

/** Creates an order of $63.28 with a received return, and $1.92 of tax too much. */
async function givenOrder(shop: TestShop) {
  const { orderId, intentId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const number = await orderNumberOf(shop, orderId);
  const correction = { orderNumber: number, address: newYork, deliveryInstructions: '', agreedTaxCents: 236 };
  await correctAddress(shop.ctx, owner, correction);
  const read = async () => {
    const detail = await findOrderDetail(shop.ctx.db, number);
    if (detail === null) throw new Error('no order');
    return detail;
  };
  const productId = (await read()).order.items[0]?.productId ?? '';
  const row = { orderId, reason: '', lines: [{ productId, quantity: 1 }], status: 'received' as const };
  const [back] = await shop.ctx.db
    .insert(orderReturns)
    .values({ ...row, requestedAt: new Date(), receivedAt: new Date() })
    .returning({ id: orderReturns.id });
  return { shop, orderId, intentId, number, productId, returnId: back?.id ?? '', read };
}
type Order = Awaited<ReturnType<typeof givenOrder>>;
type Fields = Record<string, string>;

/** Ways by which money goes back, each agreed to. */
const doors: Record<string, (order: Order) => Fields> = {
  'an amount': () => ({ form: 'refund', by: 'amount', amount: '10.00', [sureField]: '1000' }),
  'a percentage': () => ({ form: 'refund', by: 'percent', percent: '50', [sureField]: '3164' }),
  'one unit': ({ productId }) => ({ form: 'refund', by: 'items', [`refund-${productId}`]: '1', [sureField]: '6328' }),
  'a return': ({ returnId }) => ({ form: 'return-refunded', id: returnId, amount: '10.00', [sureField]: '1000' }),
  'the tax': () => ({ form: 'refund-tax', amount: '192', [sureField]: 'on' }),
};
const named = Object.entries(doors);

async function submit(
  { shop, number }: Pick<Order, 'shop' | 'number'>,
  fields: Fields,
  user = signedIn(),
): Promise<string> {
  const form = formOf({ key: crypto.randomUUID(), ...fields });
  try {
    return JSON.stringify(
      await action({ ...pageCall(shop, `/admin/orders/${number}`, user, form), params: { number } }),
    );
  } catch (error) {
    return `thrown ${String(Reflect.get(Object(error), 'status'))}`;
  }
}

const refund = (amountCents: number) => (order: Order) =>
  refundByOwner(order.shop, { orderId: order.orderId, amountCents, key: crypto.randomUUID() });
const change = (set: Partial<typeof orders.$inferInsert>) => (order: Order) =>
  order.shop.ctx.db.update(orders).set(set).where(eq(orders.id, order.orderId));

type Refusal = keyof typeof returnStepRefusals;

/** The tax form names its own amount, so it is refused for that first. */
const cases: [string, (order: Order) => Promise<unknown>, Refusal, ofTax: Refusal][] = [
  ['an order that nobody paid', change({ capturedCents: 0, paymentIntentId: null }), 'not_paid', 'not_paid'],
  ['an order whose money went back', refund(6_328), 'nothing_to_refund', 'no_tax'],
  ['an order with too little money left', refund(6_300), 'too_much', 'no_tax'],
  [
    'an order whose money the provider gave back',
    ({ shop, intentId }) => providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 6_300 }),
    'provider_refused',
    'provider_refused',
  ],
];

test.for(cases)(
  'a refund of %s is refused alike by every door, and no money leaves',
  async ([, make, ...sent], { shop }) => {
    const [refusal, ofTax] = sent;
    for (const [door, fieldsOf] of named) {
      const order = await givenOrder(shop);
      await make(order);
      const before = await order.read();
      const response = await submit(order, { ...fieldsOf(order), version: String(before.order.version) });
      expect(response, door).toContain(returnStepRefusals[door === 'the tax' ? ofTax : refusal]);
      const after = await order.read();
      const made = after.refunds.filter(({ status }) => status !== 'failed');
      expect([door, made.length, after.order.returnedCents]).toEqual([
        door,
        before.refunds.length,
        before.order.returnedCents,
      ]);
      expect([door, after.returns[0]?.status]).toEqual([door, 'received']);
    }
  },
);

test('a refund on a page that is out of date is refused alike by every door', async ({ shop }) => {
  // A return has its own state, which its refund checks.
  for (const [door, fieldsOf] of named.filter(([name]) => name !== 'a return')) {
    const order = await givenOrder(shop);
    const { version } = (await order.read()).order;
    const response = await submit(order, { ...fieldsOf(order), version: String(version - 1) });
    expect(response, door).toContain(returnStepRefusals.changed_meanwhile);
    expect([door, (await order.read()).refunds]).toEqual([door, []]);
  }
});

test('every door asks for a recent password, and knows no order of another shop', async ({ shop }) => {
  const order = await givenOrder(shop);
  const version = String((await order.read()).order.version);
  for (const [door, fieldsOf] of named) {
    const fields = { ...fieldsOf(order), version };
    expect(await submit(order, fields, signedIn({ confirmedAt: new Date(0) })), door).toContain('"password"');
    expect(await submit({ shop, number: 'HR-22222222' }, fields), door).toBe('thrown 404');
  }
  expect((await order.read()).refunds).toEqual([]);
});

test('a form that is sent twice refunds once, by every door', async ({ shop }) => {
  for (const [door, fieldsOf] of named) {
    const order = await givenOrder(shop);
    const version = String((await order.read()).order.version);
    const fields = { ...fieldsOf(order), version, key: crypto.randomUUID() };
    const answers = await Promise.all([submit(order, fields), submit(order, fields)]);
    // Either may come first. The other one may read that the return is not open any more.
    expect(answers.join('\n'), door).toContain('Refunded');
    expect([door, (await order.read()).refunds.length]).toEqual([door, 1]);
  }
});

/** Files that import the operation. Events and jobs record refunds that were made. */
const callers = [
  'src/modules/checkout/stripe-webhook.server.ts',
  'src/modules/orders/order-actions.server.ts',
  'src/modules/orders/orders.jobs.server.ts',
  'src/modules/orders/orders.server.ts',
  'src/modules/orders/returns.server.ts',
  'src/pages/admin/orders/refund-actions.server.ts',
];

test('no other code refunds: a new door must be in this test', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const importing = files.filter((file) =>
    /from '(#modules\/orders|\.)\/refunds\.server\.ts'/.test(readFileSync(file, 'utf8')),
  );
  const ofOrders = importing.filter((file) => !file.startsWith('src/modules/payments/'));
  expect(ofOrders.toSorted()).toEqual(callers);
});
