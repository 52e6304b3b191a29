import { createSandbox } from '@halorosa/stripe-sandbox';
import { createTables, sandboxEvents, sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase, type Database } from '#platform/db/database.server.ts';

import { newPostgresDatabase } from '../../../../tests/support/postgres-database.ts';

let own: Awaited<ReturnType<typeof newPostgresDatabase>>;
let database: Database;
let stripe: Stripe;
beforeAll(async () => {
  own = await newPostgresDatabase();
  database = await openDatabase({ databaseUrl: own.url, onError: () => undefined });
  await createTables(database.db);
  const { fetch } = createSandbox({ db: database.db });
  stripe = new Stripe('sk_test_sdk', { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const tenTimes = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, call));

test('of ten calls at once with one idempotency key one makes an intent, and all are given that', async () => {
  const params = { amount: 5_900, currency: 'usd' };
  for (let round = 0; round < 5; round += 1) {
    const idempotencyKey = `intent-${round}`;
    const made = await tenTimes(() => stripe.paymentIntents.create(params, { idempotencyKey }));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await database.db.select().from(sandboxIntents)).toHaveLength(round + 1);
  }
});

test('a refund that is asked for ten times at once with one key is made once, and told once', async () => {
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
