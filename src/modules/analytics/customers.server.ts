import { listAddresses } from '#modules/accounts/saved-addresses.server.ts';
import { listNewestMessagesFrom } from '#modules/contact/inbox.server.ts';
import { listConsents } from '#modules/marketing/email-capture.server.ts';
import { orderNumberIn, type OrderPrefixes } from '#modules/orders/order-number.ts';
import { listNewestOrders } from '#modules/orders/orders.server.ts';
import { listNewestReturns } from '#modules/orders/returns.server.ts';
import { listNewestReviewsOf } from '#modules/reviews/moderation.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { addressLines } from '#shared/address.ts';
import { allTime, type MomentRange } from '#shared/day-range.ts';
import { pageOf, type Cursor } from '#shared/paging.ts';

import {
  estimateCustomers,
  findCustomer,
  listCustomerRows,
  listIdsByContact,
  type CustomerRow,
  type CustomerSearch,
} from './customers.queries.server.ts';
import {
  parseCursor,
  cursorText,
  phoneDigits,
  type CustomerCursor,
  type CustomerKind,
  type CustomerSummary,
} from './customers.ts';

export type CustomerQuery = {
  /** Part of a name or email, an order number, or the end of a phone number; '' for all. */
  search: string;
  /** Prefixes of order numbers: the present one, then earlier ones. */
  prefixes: OrderPrefixes;
  kind: CustomerKind;
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

/** Returns a search with the customers that it finds by an order or a phone number. */
async function resolved(db: Db, { search, prefixes, kind, since = allTime }: CustomerQuery): Promise<CustomerSearch> {
  const [orderNumber, digits] = [orderNumberIn(search, prefixes), phoneDigits(search)];
  const isContact = orderNumber !== null || digits !== null;
  return { search, kind, since, ids: isContact ? await listIdsByContact(db, { orderNumber, digits }) : [] };
}

/** Lists accounts and guests, newest first, 20 per page. A guest is one email address. */
export async function listCustomers(db: Db, query: CustomerQuery) {
  const from = parseCursor(query.after || query.before || null);
  const cursor: Cursor<CustomerCursor> = from === null ? null : { from, towards: query.after ? 'older' : 'newer' };
  const search = await resolved(db, query);
  const isRare = (await estimateCustomers(db, search)) <= maxRareMatches;
  const found = await listCustomerRows(db, { ...search, cursor, limit: pageSize + 1, isRare });
  const { rows, newer, older } = pageOf(found, pageSize, cursor);
  return {
    customers: rows.map(summary),
    older: older === null ? null : cursorText(older),
    newer: newer === null ? null : cursorText(newer),
  };
}

const exportBatch = 1_000;

/** Yields all customers of a search, newest first, a thousand at a time. */
export async function* eachCustomer(db: Db, query: CustomerQuery): AsyncGenerator<CustomerSummary[]> {
  const search = await resolved(db, query);
  let cursor: Cursor<CustomerCursor> = null;
  for (;;) {
    const rows = await listCustomerRows(db, { ...search, cursor, limit: exportBatch, isRare: false });
    yield rows.map(summary);
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportBatch) return;
    cursor = { from: last, towards: 'older' };
  }
}

/** Returns an account by its id, or a guest by the email. Null if unknown or erased. */
export async function customerById(db: Db, id: string): Promise<CustomerSummary | null> {
  const found = await findCustomer(db, id);
  return found === null ? null : summary(found);
}

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
