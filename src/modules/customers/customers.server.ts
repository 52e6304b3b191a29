import { listAddresses } from '#modules/accounts/saved-addresses.queries.server.ts';
import { listNewestMessagesFrom } from '#modules/contact/inbox.queries.server.ts';
import { listConsents } from '#modules/marketing/email-capture.queries.server.ts';
import { orderNumberIn, type OrderPrefixes } from '#modules/orders/order-number.ts';
import { listNewestOrders } from '#modules/orders/orders.queries.server.ts';
import { listNewestReturns } from '#modules/orders/returns.queries.server.ts';
import { listNewestReviewsOf } from '#modules/reviews/reviews.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { eachPage, type ListPage } from '#platform/db/list-page.server.ts';
import { addressLines } from '#shared/address.ts';
import { allTime, type MomentRange } from '#shared/day-range.ts';

import {
  estimateCustomers,
  findCustomer,
  listCustomerRows,
  listIdsByContact,
  type CustomerSearch,
} from './customers.queries.server.ts';
import { phoneDigits, type CustomerKind, type CustomerSummary } from './customers.ts';

export type CustomerQuery = {
  /** Part of a name or email, an order number, or the end of a phone number; '' for all. */
  search: string;
  /** Prefixes of order numbers: the present one, then earlier ones. */
  prefixes: OrderPrefixes;
  kind: CustomerKind;
  /** Moments between which the customer appeared; unset for any. */
  since?: MomentRange;
  /** Tag that the team gave; unset for all. */
  tag?: string | null;
};

export const pageSize = 20;

/** Max matches for which sorting after collecting all of them is faster. */
const maxRareMatches = 1_500;

/** Returns a search with the customers that it finds by an order or a phone number. */
async function resolved(
  db: Db,
  { search, prefixes, kind, since = allTime, tag = null }: CustomerQuery,
): Promise<CustomerSearch> {
  const [orderNumber, digits] = [orderNumberIn(search, prefixes), phoneDigits(search)];
  const isContact = orderNumber !== null || digits !== null;
  return { search, kind, since, tag, ids: isContact ? await listIdsByContact(db, { orderNumber, digits }) : [] };
}

/** Lists accounts and guests, newest first by default. A guest is one email address. */
export async function listCustomers(db: Db, { page, ...query }: CustomerQuery & { page: ListPage }) {
  const search = await resolved(db, query);
  const isRare = search.tag !== null || (await estimateCustomers(db, search)) <= maxRareMatches;
  return listCustomerRows(db, page, { ...search, isRare });
}

const exportBatch = 1_000;

/** Yields all customers of a search in a sort of their list, a thousand at a time. */
export async function* eachCustomer(db: Db, query: CustomerQuery, sort = ''): AsyncGenerator<CustomerSummary[]> {
  const search = await resolved(db, query);
  yield* eachPage({ sort, size: exportBatch }, (page) => listCustomerRows(db, page, { ...search, isRare: false }));
}

/** Returns an account by its id, or a guest by the email. Null if unknown or erased. */
export const customerById = (db: Db, id: string): Promise<CustomerSummary | null> => findCustomer(db, id);

/** Returns each different address once, as lines. */
const distinctAddresses = (addresses: readonly Parameters<typeof addressLines>[0][]): string[][] =>
  [...new Map(addresses.map(addressLines).map((lines) => [lines.join('\n'), lines])).values()].filter(
    (lines) => lines.length > 0,
  );

/**
 * Returns a customer's newest 20 orders, returns, reviews and messages, the addresses of those
 * orders and of the account, and email consents.
 */
export async function customerDetails(db: Db, { id, isGuest, email }: CustomerSummary) {
  const [placed, returns, reviews, messages, saved, consents] = await Promise.all([
    listNewestOrders(db, id, pageSize),
    listNewestReturns(db, id, pageSize),
    isGuest ? [] : listNewestReviewsOf(db, id, pageSize),
    listNewestMessagesFrom(db, email, pageSize),
    isGuest ? [] : listAddresses(db, id),
    listConsents(db, email, pageSize),
  ]);
  const shipped = placed.map(({ shippingAddress }) => shippingAddress);
  return {
    newestOrders: placed.map(({ shippingAddress: _address, phone: _phone, ...order }) => order),
    phones: [...new Set(placed.map(({ phone }) => phone).filter((phone) => phone !== ''))],
    addresses: distinctAddresses([...shipped, ...saved]),
    returns,
    reviews,
    messages,
    consents,
  };
}

export type CustomerDetails = Awaited<ReturnType<typeof customerDetails>>;
