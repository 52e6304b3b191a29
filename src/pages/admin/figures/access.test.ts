import { sql } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { pageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import * as analyticsCsv from '../analytics-csv.tsx';
import * as analytics from '../analytics.tsx';
import * as customersCsv from '../customers-csv.tsx';
import * as customer from '../customers-detail.tsx';
import * as customers from '../customers.tsx';
import * as home from '../home.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const person = (role: SignedInUser['role']): SignedInUser => ({
  id: '7d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f10',
  email: 'ada@shop.example',
  emailVerified: true,
  name: 'Ada Owner',
  role,
  sessionId: '1d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f11',
  confirmedAt: new Date(),
  hasAuthenticator: false,
});

type Loader = (args: never) => unknown;

/** Asks a page's loader as the router does. */
async function load(loader: Loader, user: SignedInUser | null): Promise<unknown> {
  const context = new RouterContextProvider();
  const visitor = { user, ip: '::1', requestId: 'r', cartToken: null };
  context.set(pageRequest, { ctx: shop.ctx, visitor, limits: shop.limits, headers: new Headers(), variant: null });
  const request = new Request('http://shop.test/admin');
  return loader({ context, request, params: { id: 'nobody@example.com' } } as never);
}

const loaders: [string, Loader][] = [
  ['the dashboard', home.loader],
  ['the customers', customers.loader],
  ['a customer', customer.loader],
  ['the file of the customers', customersCsv.loader],
  ['the analytics', analytics.loader],
  ['the file of the analytics', analyticsCsv.loader],
];

describe.each(loaders)('%s', (_name, loader) => {
  test.each([
    ['a guest', null, '/auth?next=%2Fadmin'],
    ['a customer', person('customer'), '/auth'],
  ])('sends %s to sign in', async (_who, user, to) => {
    const thrown = await load(loader, user).catch((error: unknown) => error);
    expect((thrown as Response).headers.get('location')).toBe(to);
  });
});

test('a page whose figures cannot be read says so instead of failing', async () => {
  await shop.ctx.db.execute(sql`alter table daily_figures rename to away`);
  await shop.ctx.db.execute(sql`alter table customer_figures rename to gone`);
  expect(await load(home.loader, person('admin'))).toBeNull();
  expect(await load(analytics.loader, person('admin'))).toBeNull();
  expect(await load(customers.loader, person('admin'))).toMatchObject({ list: null });
});
