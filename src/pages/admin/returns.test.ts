import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { countUnits, idsOfCode, returnCode } from '#modules/orders/returns.ts';
import { orderReturns } from '#modules/orders/tables.server.ts';

import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from './returns.tsx';

const page = (shop: TestShop, query = '') => loader(pageCall(shop, `/admin/returns?${query}`, signedIn()));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

type Given = Partial<typeof orderReturns.$inferInsert>;

async function givenReturn(shop: TestShop, fields: Given): Promise<{ id: string; orderNumber: string }> {
  const { id: orderId, orderNumber } = await givenOrderRow(shop, { status: 'shipped' });
  const lines = [{ productId: crypto.randomUUID(), quantity: 2 }];
  const row = { orderId, reason: '', lines, requestedAt: daysAgo(9), ...fields };
  const [stored] = await shop.ctx.db.insert(orderReturns).values(row).returning({ id: orderReturns.id });
  return { id: stored?.id ?? '', orderNumber };
}

test('returns are listed by what they wait for, the longest waiting first, and found by code and order', async ({
  shop,
}) => {
  expect(await page(shop)).toMatchObject({ waiting: 0, list: { rows: [] } });
  const announced = await givenReturn(shop, { requestedAt: daysAgo(3) });
  const coming = await givenReturn(shop, { labelSentAt: daysAgo(2) });
  const here = await givenReturn(shop, { status: 'received', labelSentAt: daysAgo(8), receivedAt: daysAgo(5) });
  const refunded = await givenReturn(shop, { status: 'refunded', receivedAt: daysAgo(8), closedAt: daysAgo(7) });
  const closed = await givenReturn(shop, { status: 'declined', closedAt: daysAgo(1) });
  const ids = async (query: string) => (await page(shop, query)).list.rows.map(({ id }) => id);
  expect(await ids('')).toEqual([here.id, announced.id]);
  expect((await page(shop)).list.rows.map(({ stage, age }) => [stage, age])).toEqual([
    ['received', '5 days'],
    ['label', '3 days'],
  ]);
  expect((await page(shop)).waiting).toBe(2);
  expect(await ids('state=label')).toEqual([announced.id]);
  expect(await ids('state=coming')).toEqual([coming.id]);
  expect(await ids('state=received')).toEqual([here.id]);
  expect(await ids('state=refunded')).toEqual([refunded.id]);
  expect(await ids('state=closed')).toEqual([closed.id]);
  expect(await ids('state=all')).toHaveLength(5);
  expect(await ids(`q=${returnCode(closed.id).toLowerCase()}`)).toEqual([closed.id]);
  expect(await ids(`q=${refunded.orderNumber}`)).toEqual([refunded.id]);
  for (const q of ['R-', "R-1'; --", '%', 'nobody'])
    expect([q, await ids(`q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  const [row] = (await page(shop, `q=${returnCode(coming.id)}`)).list.rows;
  expect([row?.orderNumber, countUnits(row?.lines ?? [])]).toEqual([coming.orderNumber, 2]);
});

test('a long list is paged, and each return is on one page', async ({ shop }) => {
  const already = (await page(shop, 'state=refunded')).list.rows.length;
  for (let number = 0; number < 30; number += 1) await givenReturn(shop, { status: 'refunded', closedAt: daysAgo(1) });
  const first = (await page(shop, 'state=refunded')).list;
  const second = (await page(shop, first.pages.next?.split('?')[1] ?? '')).list;
  expect([first.rows.length, second.rows.length]).toEqual([25, 5 + already]);
  expect(first.pages).toEqual({ previous: null, next: expect.stringMatching(/\?state=refunded&after=/) });
  const ids = new Set([...first.rows, ...second.rows].map(({ id }) => id));
  expect(ids.size).toBe(await shop.ctx.db.$count(orderReturns, eq(orderReturns.status, 'refunded')));
});

test.each([
  ['R-1A2B3C4D', true],
  ['1a2b3c4d', true],
  ['R-1A2B3C4', false],
  ['R-1A2B3C4DE', false],
  ['R-1A2B3C4G', false],
])('the code %s stands for a return: %s', (text, isCode) => {
  expect(idsOfCode(text) !== null).toBe(isCode);
});
