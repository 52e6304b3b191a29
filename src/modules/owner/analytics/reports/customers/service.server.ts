import { consentsOf } from '#modules/persuading/marketing/service.server.ts';
import { newestOrders } from '#modules/buying/orders/customer/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';
import { placeFromText, placeToText, type CustomerSummary } from './rules.ts';

export type CustomerQuery = {
  search: string;
  guests: boolean;
  /** The `older` or `newer` of an earlier answer. */
  after?: string | null;
  before?: string | null;
};

export type CustomerList = { customers: CustomerSummary[]; older: string | null; newer: string | null };

export const pageSize = 20;

/** A search of at most so many customers is faster when all of them are gathered first and then sorted. */
const rare = 1_500;

const summary = ({ micros: _micros, ...row }: repo.CustomerRow): CustomerSummary => row;

/** Customers, newest first, 20 at a time: accounts, or guests grouped by e-mail. */
export async function listCustomers(db: Db, { search, guests, after, before }: CustomerQuery): Promise<CustomerList> {
  const newerThan = placeFromText(before ?? null);
  const olderThan = placeFromText(after ?? null);
  const direction = newerThan === null ? 'older' : 'newer';
  const place = newerThan ?? olderThan;
  const isRare = (await repo.expectedCustomers(db, { guests, search })) <= rare;
  const found = await repo.list(db, { guests, search, place, direction, limit: pageSize + 1, isRare });
  const hasMore = found.length > pageSize;
  const rows = direction === 'older' ? found.slice(0, pageSize) : found.slice(hasMore ? 1 : 0);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasOlder = direction === 'newer' || hasMore;
  const hasNewer = direction === 'newer' ? hasMore : place !== null;
  return {
    customers: rows.map(summary),
    older: hasOlder && last !== undefined ? placeToText(last) : null,
    newer: hasNewer && first !== undefined ? placeToText(first) : null,
  };
}

const exportBatch = 1_000;

/** All customers of a search, newest first, a thousand at a time. */
export async function* eachCustomer(db: Db, { search, guests }: CustomerQuery): AsyncGenerator<CustomerSummary[]> {
  let place: repo.CustomerRow | null = null;
  for (;;) {
    const rows: repo.CustomerRow[] = await repo.list(db, {
      guests,
      search,
      place,
      direction: 'older',
      limit: exportBatch,
      isRare: false,
    });
    yield rows.map(summary);
    place = rows.at(-1) ?? null;
    if (rows.length < exportBatch) return;
  }
}

/** One account or guest with the 20 newest orders, where the newest went and what the e-mail agreed to; or null. */
export async function customerById(db: Db, id: string) {
  const found = await repo.find(db, id);
  if (found === null) return null;
  const buyer = found.isGuest ? { guestEmail: found.email } : { customerId: found.id };
  const placed = await newestOrders(db, buyer, pageSize);
  return {
    ...summary(found),
    newestOrders: placed.map(({ shippingAddress: _address, ...order }) => order),
    lastAddress: placed[0]?.shippingAddress ?? null,
    consents: await consentsOf(db, found.email, pageSize),
  };
}
