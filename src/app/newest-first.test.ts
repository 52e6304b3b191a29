import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { listNewestOrders } from '#modules/orders/orders.queries.server.ts';
import { listRecentPurchases } from '#modules/orders/sales.server.ts';
import { listOrdersAfter, findNewestOrderNumber } from '#modules/orders/list-orders.queries.server.ts';
import { listMails, listNewestMails } from '#modules/email/mail-log.queries.server.ts';
import { listPhoneOrders } from '#modules/phone-orders/phone-orders.queries.server.ts';
import { newestDeliveries } from '#modules/webhooks/webhooks.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstPage } from '#platform/db/list-page.server.ts';

import { test } from '../../tests/support/shop-test.ts';

const any = { status: undefined, paymentStatus: undefined, isHeld: undefined };
const query = { ...any, placedAfter: undefined, placedBefore: undefined };
const from = { micros: '1700000000000000', id: crypto.randomUUID() };
const first = { after: null, limit: 51 };
const page = firstPage(25);

test.for<[string, string, (tx: Db) => Promise<unknown>]>([
  ['the first page of the API’s orders', 'orders_newest', (tx) => listOrdersAfter(tx, query, first)],
  ['a further page of them', 'orders_newest', (tx) => listOrdersAfter(tx, query, { after: from, limit: 51 })],
  ['those of a status', 'orders_by_status', (tx) => listOrdersAfter(tx, { ...query, status: 'shipped' }, first)],
  ['the newest order', 'orders_newest', findNewestOrderNumber],
  ['what was bought lately', 'orders_newest', (tx) => listRecentPurchases(tx, new Date(), 'the wand')],
  ['the orders of a guest', 'orders_email', (tx) => listNewestOrders(tx, 'mia@example.com', 20)],
  ['the log of mails', 'mails_newest', (tx) => listMails(tx, { q: '', state: '', page })],
  ['phone orders', 'phone_orders_newest', (tx) => listPhoneOrders(tx, { q: '', page })],
  ['the mailbox', 'mails_newest', listNewestMails],
  ['the newest webhook messages', 'webhook_deliveries_newest', (tx) => newestDeliveries(tx, null)],
])('%s is read with the index %s, without a sort', async ([_what, index, read], { shop }) => {
  const scans = await shop.ctx.db.transaction(async (tx) => {
    // For few rows, the planner prefers a sort to an index scan.
    await tx.execute(sql`set local enable_sort = off`);
    await read(tx);
    const { rows } = await tx.execute<{ scans: string }>(
      sql`select pg_stat_get_xact_numscans(${index}::regclass) as scans`,
    );
    return Number(rows[0]?.scans);
  });
  expect(scans).toBeGreaterThan(0);
});
