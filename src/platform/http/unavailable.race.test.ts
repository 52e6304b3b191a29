import { expect, inject, test as baseTest } from 'vitest';

import { newPostgresDatabase } from '../../../tests/support/postgres-database.ts';
import { openShopFor } from '../../../tests/support/shop-test.ts';
import { openDatabase } from '../db/database.server.ts';
const test = baseTest
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
  .extend('databaseUrl', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { url, drop } = await newPostgresDatabase(inject('postgresTemplate'));
    onCleanup(drop);
    return url;
  })
  .extend('shop', { scope: 'file' }, async ({ databaseUrl }, fixture) => {
    const database = await openDatabase({ databaseUrl, poolSize: 1, onError: () => undefined });
    return openShopFor(fixture, { database });
  });

test.for([
  ['a guest', {}],
  ['somebody signed in', { cookie: 'better-auth.session_token=token.signature; session=1' }],
] as const)(
  'a shop with all connections in use tells %s to retry, and serves them when one is free',
  async ([_who, who], { shop }) => {
    const add = async () => {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...who };
      const body = JSON.stringify({ product_id: crypto.randomUUID(), quantity: 1 });
      const answer = await shop.app.request('/api/cart/items', { method: 'POST', headers, body });
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
    };
    const only = await shop.database.pool.connect();
    const message = 'The shop can’t do this right now. Try again in a few seconds.';
    expect(await add()).toMatchObject({ status: 503, retryAfter: '5', body: { error: 'unavailable', message } });
    only.release();
    expect(await add()).toMatchObject({ status: 422, retryAfter: null });
  },
);
