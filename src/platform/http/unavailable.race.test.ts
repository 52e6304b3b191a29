import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { openDatabase } from '../db/database.server.ts';

let shop: TestShop;
let drop: () => Promise<void>;
beforeAll(async () => {
  const target = await newPostgresDatabase(inject('postgresTemplate'));
  drop = target.drop;
  const database = await openDatabase({ databaseUrl: target.url, poolSize: 1, onError: () => undefined });
  shop = await openTestShop({ database });
});
afterAll(async () => {
  await shop.close();
  await drop();
});

test.each([
  ['a guest', {}],
  ['somebody signed in', { cookie: 'better-auth.session_token=token.signature; session=1' }],
])('a shop with all connections in use tells %s to retry, and serves them when one is free', async (_who, who) => {
  const add = async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...who };
    const body = JSON.stringify({ product_id: crypto.randomUUID(), quantity: 1 });
    const answer = await shop.app.request('/api/cart/items', { method: 'POST', headers, body });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  };
  const only = await shop.database.pool.connect();
  const message = 'The shop cannot do this at the moment. Please try again in a few seconds.';
  expect(await add()).toMatchObject({ status: 503, retryAfter: '5', body: { error: 'unavailable', message } });
  only.release();
  expect(await add()).toMatchObject({ status: 422, retryAfter: null });
});
