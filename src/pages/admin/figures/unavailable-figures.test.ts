import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import * as analytics from '../analytics.tsx';
import * as home from '../home.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

type Loader = (args: never) => unknown;

const load = (loader: Loader): unknown => loader(pageCall(shop, '/admin', signedIn()) as never);

test('a page with unavailable figures says so instead of failing', async () => {
  await shop.ctx.db.execute(sql`alter materialized view sales_by_day rename to away`);
  await shop.ctx.db.execute(sql`alter table customer_figures rename to gone`);
  expect(await load(home.loader)).toBeNull();
  expect(await load(analytics.loader)).toBeNull();
});
