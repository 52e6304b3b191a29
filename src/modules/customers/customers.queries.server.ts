import { and, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import { undeliverableDomain } from '#modules/email/mail.ts';
import { searchedText as searchedOrderText } from '#modules/orders/searched-text.server.ts';
import { idsWithTag, tagsColumn } from '#modules/team-notes/team-notes.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import {
  listPage,
  type FoundPage,
  type ListOrder,
  type ListPage,
  type SortKey,
} from '#platform/db/list-page.server.ts';
import { estimatedRowCount } from '#platform/db/planner.server.ts';
import { oneRow, rowsOf } from '#platform/db/rows.server.ts';
import { partEnd } from '#platform/db/word-search.server.ts';
import { dayRangeToInstants, type MomentRange } from '#shared/day-range.ts';
import { distinct, searchedTexts, wordPatterns } from '#shared/search-patterns.ts';
import { timeZone } from '#shared/shop-zone.ts';

import type { CustomerCounts, CustomerKind, CustomerSummary } from './customers.ts';
import { customerFigures, searchedText } from './tables.server.ts';

type Listed = Omit<CustomerSummary, 'since' | 'lastOrderAt'> & {
  since: Date | string;
  lastOrderAt: Date | string | null;
};

/** Returns the id of the account that confirmed the email in a column, as a subquery. */
const accountOf = (email: SQL) => sql`(select u.id::text from users u where u.email = ${email} and u.email_verified)`;

/** True for the email of a guest, or the confirmed one of an account. */
const emailVerified = sql`(c.is_guest or exists ${accountOf(sql`c.email`)})`;

/** An account has the tags from before, as a guest, too. */
const tags = tagsColumn('customer', [sql`c.id`, sql`case when ${emailVerified} then c.email else c.id end`]);

/** True for customers with a tag. */
function hasTag(tag: string): SQL {
  const ids = idsWithTag('customer', tag);
  return sql`(c.id = any(${ids}) or (not c.is_guest and c.email = any(${ids}) and ${emailVerified}))`;
}

/** Adds what an account ordered as a guest since its last sign-in, which assigns such orders. */
const columns = sql`
  c.id, c.is_guest as "isGuest", c.email, c.first_name as "firstName", c.last_name as "lastName", c.since,
  c.orders + coalesce(g.orders, 0) as "orders", c.paid_orders + coalesce(g.paid_orders, 0) as "paidOrders",
  (c.spent_cents + coalesce(g.spent_cents, 0))::double precision as "spentCents",
  greatest(
    (select max(o.placed_at) from orders o where o.customer_id = c.id),
    (select max(o.placed_at) from orders o where ${emailVerified} and o.customer_id is null and o.email = c.email)
  ) as "lastOrderAt",
  ${emailVerified} as "emailVerified", ${tags} as "tags",
  case when c.is_guest then 'customer' else coalesce((
    select r.role::text from user_roles r where r.user_id = c.id::uuid and r.role <> 'customer' limit 1
  ), 'customer') end as "role"`;

/** `limit` has the row found by its key. A join may hash all guests for each page of a list. */
const guestPart = sql`left join lateral (
  select orders, paid_orders, spent_cents from customer_figures
  where id = c.email and is_guest and not c.is_guest and ${emailVerified} limit 1
) g on true`;

const withDates = <Row extends Listed>({ since, lastOrderAt, ...row }: Row) => ({
  ...row,
  since: new Date(since),
  lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt),
});

const since: SortKey = { by: sql`c.since`, type: 'timestamptz' };

const customerOrder: ListOrder = {
  sorts: {
    since,
    orders: { by: sql`c.orders`, type: 'integer' },
    spent: { by: sql`c.spent_cents`, type: 'bigint' },
  },
  tie: [since, { by: sql`c.id`, type: 'text' }],
  first: '-since',
  indexed: 'asc',
};

/** Emails of erased people that remain only until their open orders are closed. */
const emailsToForget = sql`
  select o.email from orders_to_forget f join orders o on o.id = f.order_id
  group by o.email having count(*) >= (select r.orders from customer_figures r where r.id = o.email)`;

/**
 * False for erased people, and for guests whose confirmed account is listed instead. `is null` has
 * each account found by its email. `not exists` may hash all accounts for each page of a list.
 */
const isListed = sql`(not c.is_guest or (
  c.email not like ${`%${undeliverableDomain}`}
  and ${accountOf(sql`c.email`)} is null
  and c.id not in (${emailsToForget})))`;

/** Condition for an id of an account or a guest, or an email of an account. */
export const isCustomer = (id: SQLWrapper): SQL =>
  sql`(exists (select from customer_figures c where c.id = ${id}) or ${accountOf(sql`${id}`)} is not null)`;

/** Search of customers. `ids` are customers that match it by an order or a phone number. */
export type CustomerSearch = {
  kind: CustomerKind;
  search: string;
  ids: readonly string[];
  /** Moments between which the customer appeared. */
  since: MomentRange;
  /** Tag that the team gave; null for all. */
  tag: string | null;
};

const text = searchedText({ email: sql`c.email`, firstName: sql`c.first_name`, lastName: sql`c.last_name` });

/**
 * Condition for customers whose email or name contains every word of a search. A word of one or two
 * letters must begin a word.
 */
function matchesSearch({ kind, search, ids, since, tag }: CustomerSearch): SQL {
  const bound = (at: Date | null, compare: SQL) =>
    at === null ? sql`` : sql` and c.since ${compare} ${at.toISOString()}::timestamptz`;
  const bounds = sql`${bound(since.from, sql`>=`)}${bound(since.until, sql`<`)}`;
  const isKind = sql`${kind === 'all' ? sql`true` : sql`c.is_guest = ${kind === 'guests'}`}${bounds}${tag === null ? sql`` : sql` and ${hasTag(tag)}`}`;
  const texts = searchedTexts(search);
  if (texts === null) return isKind;
  const fits = (pattern: string) => sql`${text} like ${pattern}`;
  const byText = distinct(texts.flatMap(wordPatterns)).map((patterns) => and(...patterns.map(fits)));
  const byId = ids.length === 0 ? undefined : sql`c.id = any(${sql.param([...ids])}::text[])`;
  return sql`${isKind} and ${or(...byText, byId) ?? sql`false`}`;
}

/** Max customers that a search finds by phone number. */
const maxPhoneMatches = 2_000;

const phone = (value: SQL) => sql`translate(coalesce(${value}, ''), ' ()+./-', '')`;

type Contact = { orderNumber: string | null; digits: string | null };

/**
 * Returns the ids of customers who placed the order with a number, or whose profile or orders have
 * a phone number that ends with these digits.
 */
export async function listIdsByContact(db: Db, { orderNumber, digits }: Contact): Promise<string[]> {
  const buyer = sql`coalesce(o.customer_id, ${accountOf(sql`o.email`)}, o.email) as id from orders o`;
  const [order, ending] = [sql`${orderNumber}::text`, `%${digits ?? ''}`];
  const orderColumns = {
    orderNumber: sql`o.order_number`,
    email: sql`o.email`,
    customer: sql`o.customer`,
    shippingAddress: sql`o.shipping_address`,
    trackingNumber: sql`o.tracking_number`,
    deliveryInstructions: sql`o.delivery_instructions`,
  };
  // Without the end of the phone, many tracking numbers match.
  const byPhone = sql`
    select ${buyer} where ${searchedOrderText(orderColumns)} like ${`${ending}${partEnd}%`}
      and ${phone(sql`o.customer ->> 'phone'`)} like ${ending}
    union select p.id::text from profiles p where ${phone(sql`p.phone`)} like ${ending}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${buyer} where o.order_number = ${order}
    ${digits === null ? sql`` : sql`union (select id from (${byPhone}) found limit ${maxPhoneMatches})`}`);
  return rows.map(({ id }) => id);
}

/**
 * Returns the planner's estimate of how many customers match a search. Infinity without a search.
 */
export async function estimateCustomers(db: Db, query: CustomerSearch): Promise<number> {
  if (searchedTexts(query.search) === null) return Infinity;
  return estimatedRowCount(db, sql`select 1 from customer_figures c where ${matchesSearch(query)}`);
}

type Found = Listed & { position: string[] };

/**
 * Lists customers, newest first by default. `isRare` collects all matches before it sorts them.
 */
export async function listCustomerRows(
  db: Db,
  page: ListPage,
  { isRare, ...search }: CustomerSearch & { isRare: boolean },
): Promise<FoundPage<CustomerSummary>> {
  const found = await listPage(customerOrder, page, async ({ beyond, orderBy, gatheredBy, position, limit }) => {
    const order = (keys: SQL[]) => sql`order by ${sql.join(keys, sql`, `)}`;
    const { rows } = await db.execute<Found>(sql`
      with c as materialized (
        select * from customer_figures c
        where ${and(matchesSearch(search), isListed, beyond)} ${order(isRare ? gatheredBy : orderBy)} limit ${limit}
      )
      select ${columns}, ${position} as "position" from c ${guestPart} ${order(orderBy)}`);
    return rows;
  });
  return { ...found, rows: found.rows.map(withDates) };
}

/**
 * Returns an account by its id, or a guest by the email. The email of an account is that account's.
 */
export async function findCustomer(db: Db, id: string): Promise<CustomerSummary | null> {
  const listedId = sql`coalesce(${accountOf(sql`${id}`)}, ${id})`;
  const { rows } = await db.execute<Listed>(
    sql`select ${columns} from customer_figures c ${guestPart} where c.id = ${listedId} and ${isListed}`,
  );
  const [row] = rows;
  return row === undefined ? null : withDates(row);
}

const counts = sql`(count(*) filter (where not is_guest))::int as accounts, (count(*) filter (where is_guest))::int as guests`;

/** Counts the customers of the shop. */
export const countCustomers = (db: Db): Promise<CustomerCounts> =>
  oneRow(db, sql`select ${counts} from ${customerFigures}`);

/** Counts new customers by month of the shop's time zone, from a day on. */
export function listNewCustomers(db: Db, firstDay: string): Promise<(CustomerCounts & { month: string })[]> {
  const { from } = dayRangeToInstants({ from: firstDay, to: null });
  return rowsOf(
    db,
    sql`select to_char(since at time zone ${timeZone()}::text, 'YYYY-MM') as month, ${counts}
      from ${customerFigures} where since >= ${from?.toISOString() ?? '-infinity'}::timestamptz group by 1`,
  );
}
