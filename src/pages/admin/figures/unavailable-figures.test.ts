import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import * as analytics from '../analytics.tsx';
import * as home from '../home.tsx';

type Loader = (args: never) => unknown;

const load = (shop: TestShop, loader: Loader): unknown => loader(pageCall(shop, '/admin', signedIn()) as never);

test('a page with unavailable figures says so instead of failing', async ({ shop }) => {
  await shop.ctx.db.execute(sql`alter table sales_days rename to away`);
  await shop.ctx.db.execute(sql`alter table customer_figures rename to gone`);
  expect(await load(shop, home.loader)).toBeNull();
  expect(await load(shop, analytics.loader)).toBeNull();
});
