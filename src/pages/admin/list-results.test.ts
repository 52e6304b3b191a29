import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from './email-log.tsx';

const shown = async (shop: TestShop, path: string) => (await loader(pageCall(shop, path, signedIn()))).list;

const givenMails = (shop: TestShop, name: string, count: number) =>
  shop.ctx.db.execute(sql`insert into ${mails} (kind, to_address, message_id)
    select 'x', ${name} || n || '@example.com', ${name} || n from generate_series(1, ${count}::int) n`);

test('a search counts the results of all pages, alike on each page, and a list without filter is not counted', async ({
  shop,
}) => {
  await givenMails(shop, 'mia', 30);
  await givenMails(shop, 'zoe', 3);
  const first = await shown(shop, '/admin/mails?q=mia');
  expect([first.rows.length, first.results]).toEqual([25, 30]);
  const second = await shown(shop, first.pages.next ?? '');
  expect([second.rows.length, second.results]).toEqual([5, 30]);
  expect((await shown(shop, '/admin/mails?q=zoe')).results).toBe(3);
  expect((await shown(shop, '/admin/mails?q=zoe&sort=sent')).results).toBe(3);
  expect((await shown(shop, '/admin/mails')).results).toBeNull();
  expect((await shown(shop, '/admin/mails?sort=-created')).results).toBeNull();
});

test('no more than 1,001 results are counted', async ({ shop }) => {
  await givenMails(shop, 'ann', 1_000);
  expect((await shown(shop, '/admin/mails?q=ann')).results).toBe(1_000);
  await givenMails(shop, 'anna', 500);
  expect((await shown(shop, '/admin/mails?q=ann')).results).toBe(1_001);
});
