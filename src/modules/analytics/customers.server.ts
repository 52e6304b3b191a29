import { consentsOf } from '#modules/marketing/email-capture.server.ts';
import { newestOrders } from '#modules/orders/customer-orders.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { pageOf, type Place } from '#shared/paging.ts';

import * as repo from './customers.queries.server.ts';
import { placeFromText, placeToText, type CustomerSummary, type Spot } from './customers.ts';

export type CustomerQuery = {
  search: string;
  guests: boolean;
  /** The `older` or `newer` of an earlier answer. */
  after?: string | null;
  before?: string | null;
};

export const pageSize = 20;

/** A search of at most so many customers is faster when all of them are gathered first and then sorted. */
const rare = 1_500;

const summary = ({ micros: _micros, ...row }: repo.CustomerRow): CustomerSummary => row;

/** Customers, newest first, 20 at a time: accounts, or guests grouped by e-mail. */
export async function listCustomers(db: Db, { search, guests, after, before }: CustomerQuery) {
  const from = placeFromText(after || before || null);
  const place: Place<Spot> = from === null ? null : { from, towards: after ? 'older' : 'newer' };
  const isRare = (await repo.expectedCustomers(db, { guests, search })) <= rare;
  const found = await repo.list(db, { guests, search, place, limit: pageSize + 1, isRare });
  const { rows, newer, older } = pageOf(found, pageSize, place);
  return {
    customers: rows.map(summary),
    older: older === null ? null : placeToText(older),
    newer: newer === null ? null : placeToText(newer),
  };
}

const exportBatch = 1_000;

/** All customers of a search, newest first, a thousand at a time. */
export async function* eachCustomer(db: Db, { search, guests }: CustomerQuery): AsyncGenerator<CustomerSummary[]> {
  let place: Place<Spot> = null;
  for (;;) {
    const rows = await repo.list(db, { guests, search, place, limit: exportBatch, isRare: false });
    yield rows.map(summary);
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportBatch) return;
    place = { from: last, towards: 'older' };
  }
}

/** One account or guest with the 20 newest orders, where the newest went and what the e-mail agreed to; or null. */
export async function customerById(db: Db, id: string) {
  const found = await repo.find(db, id);
  if (found === null) return null;
  const placed = await newestOrders(db, found.id, pageSize);
  return {
    ...summary(found),
    newestOrders: placed.map(({ shippingAddress: _address, ...order }) => order),
    lastAddress: placed[0]?.shippingAddress ?? null,
    consents: await consentsOf(db, found.email, pageSize),
  };
}
