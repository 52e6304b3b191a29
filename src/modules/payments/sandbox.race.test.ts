import { createSandbox, type Sandbox } from '@halorosa/stripe-sandbox';
import { createTables, sandboxEvents, sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase, type Database } from '#platform/db/database.server.ts';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';

let own: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  own = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: own.url, onError: () => undefined });
  await createTables(database.db);
  sandbox = createSandbox({ db: database.db });
  const httpClient = Stripe.createFetchHttpClient(sandbox.fetch);
  stripe = new Stripe('sk_test_sdk', { httpClient, maxNetworkRetries: 0 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const tenTimes = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, call));

test('ten concurrent calls with one idempotency key make one intent, and all return it', async () => {
  const params = { amount: 5_900, currency: 'usd' };
  for (let round = 0; round < 5; round += 1) {
    const idempotencyKey = `intent-${round}`;
    const made = await tenTimes(() => stripe.paymentIntents.create(params, { idempotencyKey }));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await database.db.select().from(sandboxIntents)).toHaveLength(round + 1);
  }
});

test('ten concurrent refunds with one key make one refund and one event', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 5_900, currency: 'usd' });
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const refund = { payment_intent: id, amount: 1_000 };
  const made = await tenTimes(() => stripe.refunds.create(refund, { idempotencyKey: 'refund' }));
  expect(new Set(made.map((one) => one.id)).size).toBe(1);
  const charges = await stripe.charges.list({ payment_intent: id });
  expect(charges.data).toMatchObject([{ amount_refunded: 1_000 }]);
  const events = await database.db.select().from(sandboxEvents);
  expect(events.filter(({ body }) => body.includes('"refund.created"'))).toHaveLength(1);
});

test('ten concurrent changes of one intent all take effect, and no concurrent refund is lost', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 5_900, currency: 'usd' });
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  await Promise.all(
    numbers.map((number) => stripe.paymentIntents.update(id, { metadata: { [`part_${number}`]: 'x' } })),
  );
  expect(Object.keys((await stripe.paymentIntents.retrieve(id)).metadata)).toHaveLength(10);
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await Promise.all(numbers.map(() => stripe.refunds.create({ payment_intent: id, amount: 500 })));
  const { data } = await stripe.charges.list({ payment_intent: id });
  expect(data).toMatchObject([{ amount_refunded: 5_000, refunded: false }]);
});

test('a payment and a cancellation at once: one takes effect, and the response to the other is true', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, client_secret } = await stripe.paymentIntents.create({ amount: 5_900, currency: 'usd' });
    const card = { number: '4242424242424242', receiptEmail: null, shipping: null };
    const [canceled, paid] = await Promise.all([
      stripe.paymentIntents.cancel(id).catch(() => null),
      sandbox.confirm(client_secret ?? '', card),
    ]);
    const { status } = await stripe.paymentIntents.retrieve(id);
    expect([canceled?.status ?? 'none', paid.error?.code ?? paid.intent?.status]).toEqual(
      status === 'canceled' ? ['canceled', 'payment_intent_unexpected_state'] : ['none', 'succeeded'],
    );
    expect(await stripe.charges.list({ payment_intent: id })).toMatchObject({
      data: status === 'canceled' ? [] : [{ paid: true }],
    });
  }
});
