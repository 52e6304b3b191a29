import { listConsents } from '#modules/marketing/email-capture.server.ts';
import { listNewestOrders } from '#modules/orders/orders.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { allTime, type MomentRange } from '#shared/day-range.ts';
import { pageOf, type Cursor } from '#shared/paging.ts';

import { estimateCustomers, findCustomer, listCustomerRows, type CustomerRow } from './customers.queries.server.ts';
import { parseCursor, cursorText, type CustomerSummary, type CustomerCursor } from './customers.ts';

export type CustomerQuery = {
  search: string;
  guests: boolean;
  /** Moments between which the customer appeared; unset for any. */
  since?: MomentRange;
  /** The `older` or `newer` cursor of an earlier page. */
  after?: string | null;
  before?: string | null;
};

export const pageSize = 20;

/** Max matches for which sorting after collecting all of them is faster. */
const maxRareMatches = 1_500;

const summary = ({ micros: _micros, ...row }: CustomerRow): CustomerSummary => row;

/** Lists customers, newest first, 20 per page: accounts, or guests grouped by email. */
export async function listCustomers(db: Db, { search, guests, since = allTime, after, before }: CustomerQuery) {
  const from = parseCursor(after || before || null);
  const cursor: Cursor<CustomerCursor> = from === null ? null : { from, towards: after ? 'older' : 'newer' };
  const isRare = (await estimateCustomers(db, { guests, search, since })) <= maxRareMatches;
  const found = await listCustomerRows(db, { guests, search, since, cursor, limit: pageSize + 1, isRare });
  const { rows, newer, older } = pageOf(found, pageSize, cursor);
  return {
    customers: rows.map(summary),
    older: older === null ? null : cursorText(older),
    newer: newer === null ? null : cursorText(newer),
  };
}

const exportBatch = 1_000;

/** Yields all customers of a search, newest first, a thousand at a time. */
export async function* eachCustomer(
  db: Db,
  { search, guests, since = allTime }: CustomerQuery,
): AsyncGenerator<CustomerSummary[]> {
  let cursor: Cursor<CustomerCursor> = null;
  for (;;) {
    const rows = await listCustomerRows(db, { guests, search, since, cursor, limit: exportBatch, isRare: false });
    yield rows.map(summary);
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportBatch) return;
    cursor = { from: last, towards: 'older' };
  }
}

/**
 * Returns an account or guest with the 20 newest orders, the address of the newest one, and email
 * consents. Null if unknown.
 */
export async function customerById(db: Db, id: string) {
  const found = await findCustomer(db, id);
  if (found === null) return null;
  const placed = await listNewestOrders(db, found.id, pageSize);
  return {
    ...summary(found),
    newestOrders: placed.map(({ shippingAddress: _address, ...order }) => order),
    lastAddress: placed[0]?.shippingAddress ?? null,
    consents: await listConsents(db, found.email, pageSize),
  };
}
