import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { auditEntries } from '#modules/audit/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { addEndpoint, newestDeliveries } from '#modules/webhooks/webhooks.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { changeAll, givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { uspsNumber as usps } from '../../../tests/support/tracking-numbers.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { findOrderByNumber } from './orders.queries.server.ts';
import { checkShipments, findShippingDesk, listOrdersToPack } from './ship-orders.server.ts';
import { isShippable, type StatusChange } from './status-change.ts';
import { orderEvents, orders } from './tables.server.ts';

const test = testWithShop({
  prepare: (shop) => addEndpoint(shop.ctx, owner, { url: 'https://erp.example/hook', events: ['order.shipped'] }),
});

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.delete(orderEvents);
  await shop.ctx.db.delete(orders);
});

type Row = Awaited<ReturnType<typeof givenOrderRow>>;

const shipmentOf = ({ orderNumber, version }: Row, number: string | null): StatusChange => ({
  orderNumber,
  version,
  status: 'shipped',
  inBulk: true,
  carrierName: number === null ? null : 'USPS',
  trackingNumber: number,
});

const outcomesOf = (shop: TestShop, shipments: readonly StatusChange[]) => changeAll(shop, owner, shipments);

const mailsOf = (shop: TestShop, orderId: string) => shop.ctx.db.select().from(mails).where(eq(mails.orderId, orderId));

test('shipping several orders gives each its status, number, email, webhook and audit entry', async ({ shop }) => {
  const rows = [await givenOrderRow(shop), await givenOrderRow(shop, { status: 'processing' })];
  expect(
    await outcomesOf(
      shop,
      rows.map((row, index) => shipmentOf(row, usps(index))),
    ),
  ).toEqual(['changed', 'changed']);
  const deliveries = await newestDeliveries(shop.ctx.db, null);
  for (const [index, { id, orderNumber }] of rows.entries()) {
    const order = await findOrderByNumber(shop.ctx.db, orderNumber);
    expect(order).toMatchObject({ status: 'shipped', carrierName: 'USPS', trackingNumber: usps(index) });
    expect((await mailsOf(shop, id)).map(({ kind }) => kind)).toEqual(['order_shipped']);
    expect((await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` })).map(({ action }) => action)).toEqual([
      'order.status',
    ]);
    expect(deliveries.filter(({ subject }) => subject === orderNumber)).toHaveLength(1);
  }
});

test('sending the same shipments again ships, mails and audits nothing', async ({ shop }) => {
  const rows = [await givenOrderRow(shop), await givenOrderRow(shop)];
  const shipments = rows.map((row, index) => shipmentOf(row, index === 0 ? usps(1) : null));
  expect(await outcomesOf(shop, shipments)).toEqual(['changed', 'changed']);
  const entries = await shop.ctx.db.$count(auditEntries);
  expect(await outcomesOf(shop, shipments)).toEqual(['same', 'same']);
  expect(await shop.ctx.db.$count(auditEntries)).toBe(entries);
  for (const { id } of rows) expect(await mailsOf(shop, id)).toHaveLength(1);
});

test('each order that cannot be shipped is refused with its reason, and the others are shipped', async ({ shop }) => {
  const [fine, changed, twice, other, used, odd] = await Promise.all(
    Array.from({ length: 6 }, (_, index) => givenOrderRow(shop, { email: `mia${index}@example.com` })),
  );
  if (!fine || !changed || !twice || !other || !used || !odd) throw new Error('no order');
  const cancelled = await givenOrderRow(shop, { status: 'cancelled' });
  const held = await givenOrderRow(shop, { holdReason: 'manual' });
  const refunded = await givenOrderRow(shop, { paymentStatus: 'refunded' });
  const stranger = { email: 'ann@example.com' };
  const gone = await givenOrderRow(shop, {
    ...stranger,
    status: 'shipped',
    carrierName: 'UPS',
    trackingNumber: '9400 11',
  });
  const left = await givenOrderRow(shop, { ...stranger, status: 'shipped', trackingNumber: usps(8) });
  const unknown = { ...shipmentOf(gone, usps(9)), orderNumber: 'HR-22222222' };
  const shipments: [StatusChange, string][] = [
    [shipmentOf(fine, usps(1)), 'changed'],
    [{ ...shipmentOf(changed, usps(2)), version: 7 }, 'changed_meanwhile'],
    [shipmentOf(twice, usps(3)), 'number_used'],
    [shipmentOf(other, usps(3)), 'number_used'],
    [shipmentOf(used, '940011'), 'number_used'],
    [shipmentOf(odd, '=1+1'), 'number_unreadable'],
    [shipmentOf(cancelled, usps(4)), 'from_cancelled'],
    [shipmentOf(held, usps(5)), 'held'],
    [shipmentOf(refunded, usps(6)), 'refunded'],
    [shipmentOf(gone, usps(7)), 'another_package'],
    [shipmentOf(left, null), 'shipped_already'],
    [unknown, 'unknown_order'],
  ];
  expect(
    await outcomesOf(
      shop,
      shipments.map(([shipment]) => shipment),
    ),
  ).toEqual(shipments.map(([, outcome]) => outcome));
  expect(await outcomesOf(shop, [{ ...shipmentOf(changed, usps(10)), carrierName: null }])).toEqual([
    'carrier_missing',
  ]);
  const { rows } = await findShippingDesk(shop.ctx.db);
  expect(new Set(rows.map(({ orderNumber }) => orderNumber))).toEqual(
    new Set([changed, twice, other, used, odd].map(({ orderNumber }) => orderNumber)),
  );
});

test('the desk lists the orders that can be shipped, oldest first, and counts those on hold', async ({ shop }) => {
  const states = orderStatuses.flatMap((status) =>
    paymentStatuses.flatMap((paymentStatus) =>
      [null, 'manual'].map((holdReason) => ({ status, paymentStatus, holdReason })),
    ),
  );
  const toShip: string[] = [];
  for (const [day, state] of states.entries()) {
    const placedAt = new Date(Date.UTC(2026, 0, 200 - day));
    const { orderNumber } = await givenOrderRow(shop, { ...state, placedAt });
    if (isShippable(state)) toShip.unshift(orderNumber);
  }
  const { rows, more, held } = await findShippingDesk(shop.ctx.db);
  expect(rows.map(({ orderNumber }) => orderNumber)).toEqual(toShip);
  expect([more, held]).toEqual([0, states.length / 2]);
});

test('the desk lists 100 orders and counts the others, and slips are those listed or those named', async ({ shop }) => {
  const made = [];
  for (let day = 0; day < 103; day += 1)
    made.push(await givenOrderRow(shop, { placedAt: new Date(Date.UTC(2026, 0, day)) }));
  const { rows, more } = await findShippingDesk(shop.ctx.db);
  expect([rows.length, more]).toEqual([100, 3]);
  const all = await listOrdersToPack(shop.ctx.db, []);
  expect(all.map(({ orderNumber }) => orderNumber)).toEqual(rows.map(({ orderNumber }) => orderNumber));
  const named = made.slice(4, 6).map(({ orderNumber }) => orderNumber);
  const some = await listOrdersToPack(shop.ctx.db, named.toReversed());
  expect(some.map(({ orderNumber }) => orderNumber)).toEqual(named);
});

test('checking a file names the reason of each refused row, the doubt about a number, and changes nothing', async ({
  shop,
}) => {
  const [fine, odd, twice] = [await givenOrderRow(shop), await givenOrderRow(shop), await givenOrderRow(shop)];
  const shipped = await givenOrderRow(shop, { status: 'shipped', trackingNumber: usps(90) });
  const held = await givenOrderRow(shop, { holdReason: 'manual' });
  const rows: [string, string | null][] = [
    [`#${fine.orderNumber.toLowerCase()},usps,${usps(1)}`, null],
    [`${odd.orderNumber},UPS,${usps(1_234_567).slice(0, 18)}`, null],
    [`${twice.orderNumber},USPS,${usps(3)}`, null],
    [`${twice.orderNumber},USPS,${usps(3)}`, 'order_twice'],
    [`${shipped.orderNumber},USPS,${usps(5)}`, 'another_package'],
    [`${held.orderNumber},USPS,${usps(6)}`, 'held'],
    [`HR-22222222,USPS,${usps(7)}`, 'unknown_order'],
  ];
  const text = rows.map(([row]) => row).join('\n');
  const checked = await checkShipments(shop.ctx, { text, carrier: '' });
  if (!checked.ok) throw new Error(checked.reason);
  expect(checked.value.map(({ refusal }) => refusal)).toEqual(rows.map(([, refusal]) => refusal));
  expect(checked.value.map(({ doubt }) => doubt !== null)).toEqual([false, true, false, false, false, false, false]);
  expect((await findShippingDesk(shop.ctx.db)).rows).toHaveLength(3);
});

test('a row without a number is refused', async ({ shop }) => {
  const { orderNumber } = await givenOrderRow(shop);
  const checked = await checkShipments(shop.ctx, { text: `${orderNumber},USPS,`, carrier: '' });
  expect(checked).toMatchObject({ ok: true, value: [{ refusal: 'number_missing' }] });
});
