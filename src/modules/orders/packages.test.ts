import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { changeAll, givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { timelineOf } from '../../../tests/support/shop-visitor.ts';
import { uspsNumber } from '../../../tests/support/tracking-numbers.ts';
import { changeStatus, removePackage } from './fulfillment.server.ts';
import { ordersCsv } from './export-orders.server.ts';
import { everyOrder } from './list-orders.ts';
import { orderOnWire } from './order-record.ts';
import { findOrderByNumber } from './orders.queries.server.ts';
import { checkShipments } from './ship-orders.server.ts';
import type { StatusChange } from './status-change.ts';
import { orderEvents, orderPackages, orders } from './tables.server.ts';
import { trackingOf } from './tracking.server.ts';

test.beforeEach(async ({ shop }) => {
  for (const table of [orderPackages, orderEvents, orders]) await shop.ctx.db.delete(table);
});

const [one, two, three] = [uspsNumber(1), uspsNumber(2), uspsNumber(3)];

const stored = async (shop: TestShop, orderNumber: string) => {
  const order = await findOrderByNumber(shop.ctx.db, orderNumber);
  if (order === null) throw new Error('no order');
  return order;
};

const change = (shop: TestShop, orderNumber: string, fields: Partial<StatusChange>) =>
  changeStatus(shop.ctx, owner, { orderNumber, status: 'shipped', carrierName: 'USPS', ...fields });

async function givenShipped(shop: TestShop, fields: Parameters<typeof givenOrderRow>[1] = {}) {
  const row = await givenOrderRow(shop, fields);
  await change(shop, row.orderNumber, { trackingNumber: one });
  return row;
}

const mailsOf = async (shop: TestShop, orderId: string) => {
  const found = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(mails.createdAt);
  return found.map(({ kind }) => kind);
};

test('another package is shown with the first in API, export and tracking, and has an email of its own', async ({
  shop,
}) => {
  const { id, orderNumber } = await givenShipped(shop);
  await change(shop, orderNumber, { status: 'in_transit' });
  const added = await change(shop, orderNumber, {
    carrierName: 'ups',
    trackingNumber: '1Z999AA10123456784',
    anotherPackage: true,
  });
  expect(added).toMatchObject({ ok: true, value: { isChanged: true } });
  const order = await stored(shop, orderNumber);
  expect(order).toMatchObject({ status: 'in_transit', carrierName: 'USPS', trackingNumber: one });
  const numbers = [one, '1Z999AA10123456784'];
  const { tracking_number: first, packages } = orderOnWire(order);
  expect([first, packages.map((shown) => shown.tracking_number)]).toEqual([one, numbers]);
  expect(trackingOf(order, new Date()).packages.map((shown) => shown.trackingUrl)).toEqual([
    `https://tools.usps.com/go/TrackConfirmAction?tLabels=${one}`,
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  ]);
  let csv = '';
  for await (const part of ordersCsv(shop.ctx.db, everyOrder)) csv += part;
  expect(csv).toContain('UPS 1Z999AA10123456784');
  expect(await mailsOf(shop, id)).toEqual(['order_shipped', 'order_shipped']);
  expect(await timelineOf(shop, id)).toContain('tracking: Another package: UPS 1Z999AA10123456784');
});

test('adding a package again has no further effect, also as the number of the order', async ({ shop }) => {
  const { id, orderNumber } = await givenShipped(shop);
  await change(shop, orderNumber, { trackingNumber: two, anotherPackage: true });
  const { version } = await stored(shop, orderNumber);
  for (const again of [{ trackingNumber: two, anotherPackage: true }, { trackingNumber: two }, { trackingNumber: one }])
    expect(await change(shop, orderNumber, again)).toMatchObject({ ok: true, value: { isChanged: false } });
  expect((await stored(shop, orderNumber)).version).toBe(version);
  expect(await mailsOf(shop, id)).toHaveLength(2);
});

test('the orders list finds an order by the number of a further package', async ({ shop }) => {
  const { orderNumber } = await givenShipped(shop);
  await change(shop, orderNumber, { trackingNumber: two, anotherPackage: true });
  await givenOrderRow(shop, { email: 'ann@example.com' });
  let csv = '';
  for await (const part of ordersCsv(shop.ctx.db, { ...everyOrder, search: two.slice(4) })) csv += part;
  expect([csv.split('\n').length, csv.includes(orderNumber)]).toEqual([3, true]);
});

test.for([undefined, null, '', '\u200b'])(
  'another package with the number %j is refused',
  async (trackingNumber, { shop }) => {
    const { orderNumber } = await givenShipped(shop);
    const refused = await change(shop, orderNumber, { trackingNumber, anotherPackage: true });
    expect(refused).toEqual({ ok: false, reason: 'number_unreadable' });
  },
);

test('a number without the mark of another package replaces the first', async ({ shop }) => {
  const { orderNumber } = await givenShipped(shop);
  await change(shop, orderNumber, { trackingNumber: two });
  expect(await stored(shop, orderNumber)).toMatchObject({ trackingNumber: two, packages: [] });
});

test('the number of a further package is used, for other buyers', async ({ shop }) => {
  const { orderNumber } = await givenShipped(shop);
  await change(shop, orderNumber, { trackingNumber: two, anotherPackage: true });
  const other = await givenOrderRow(shop, { email: 'ann@example.com' });
  expect(await change(shop, other.orderNumber, { trackingNumber: two })).toEqual({ ok: false, reason: 'number_used' });
  const own = await givenOrderRow(shop);
  expect(await change(shop, own.orderNumber, { trackingNumber: two })).toEqual({ ok: false, reason: 'shared_package' });
});

test('a package that was added by mistake is removed, and a stale removal is refused', async ({ shop }) => {
  const { id, orderNumber } = await givenShipped(shop);
  await change(shop, orderNumber, { trackingNumber: two, anotherPackage: true });
  const { version, packages } = await stored(shop, orderNumber);
  const packageId = packages[0]?.id ?? '';
  const stale = await removePackage(shop.ctx, owner, { orderNumber, version: version - 1, packageId });
  expect(stale).toEqual({ ok: false, reason: 'changed_meanwhile' });
  await removePackage(shop.ctx, owner, { orderNumber, version, packageId });
  expect(await stored(shop, orderNumber)).toMatchObject({ trackingNumber: one, packages: [] });
  expect(await timelineOf(shop, id)).toContain(`tracking: Package removed: USPS ${two}`);
});

test('a file with two numbers for one order asks once, and then ships both packages', async ({ shop }) => {
  const { orderNumber, version } = await givenOrderRow(shop);
  const text = [one, two, two].map((number) => `${orderNumber},USPS,${number}`).join('\n');
  const checked = await checkShipments(shop.ctx, { text, carrier: '' });
  expect(checked.ok ? checked.value.map(({ refusal }) => refusal) : checked).toEqual([
    null,
    'another_package',
    'order_twice',
  ]);
  const rows = [one, two].map((trackingNumber): StatusChange => {
    const row = { orderNumber, version, status: 'shipped' as const, carrierName: 'USPS', trackingNumber };
    return { ...row, inBulk: true, confirm: ['another_package'] };
  });
  expect(await changeAll(shop, owner, rows)).toEqual(['changed', 'changed']);
  expect(await stored(shop, orderNumber)).toMatchObject({ trackingNumber: one, packages: [{ trackingNumber: two }] });
});

test('two orders of one buyer to one address share a number once that is confirmed', async ({ shop }) => {
  const rows = [await givenOrderRow(shop), await givenOrderRow(shop)];
  const changes = (confirm: string[]) =>
    rows.map(({ orderNumber, version }): StatusChange => {
      const row = { orderNumber, version, status: 'shipped' as const, carrierName: 'USPS', trackingNumber: three };
      return { ...row, inBulk: true, confirm };
    });
  expect(await changeAll(shop, owner, changes([]))).toEqual(['shared_package', 'shared_package']);
  expect(await changeAll(shop, owner, changes(['shared_package']))).toEqual(['changed', 'changed']);
  for (const { orderNumber } of rows) expect(await stored(shop, orderNumber)).toMatchObject({ trackingNumber: three });
});

test.for([
  ['of another buyer', { email: 'ann@example.com' }],
  [
    'to another address',
    {
      shippingAddress: {
        street: '2 Main St',
        line2: '',
        city: 'Reno',
        state: 'NV',
        postalCode: '89501',
        country: 'US',
      },
    },
  ],
] as const)('an order %s never shares a number', async ([_which, fields], { shop }) => {
  await givenShipped(shop);
  const { orderNumber } = await givenOrderRow(shop, fields);
  expect(await change(shop, orderNumber, { trackingNumber: one, confirm: true })).toEqual({
    ok: false,
    reason: 'number_used',
  });
});
