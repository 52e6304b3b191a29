import { and, or, sql, type SQL } from 'drizzle-orm';

import { undeliverableDomain } from '#modules/email/mail.ts';
import { searchedText as searchedOrderText } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { estimatedRowCount, unindexed } from '#platform/db/planner.server.ts';
import type { MomentRange } from '#shared/day-range.ts';
import type { Cursor } from '#shared/paging.ts';
import { searchedWords, wordPatterns } from '#shared/search-patterns.ts';

import type { CustomerCursor, CustomerKind, CustomerSummary } from './customers.ts';
import { searchedText } from './tables.server.ts';

export type CustomerRow = CustomerSummary & { micros: string };

type Listed = Omit<CustomerRow, 'since' | 'lastOrderAt'> & { since: Date | string; lastOrderAt: Date | string | null };

/** Returns the id of the account that confirmed the email in a column, as a subquery. */
const accountOf = (email: SQL) => sql`(select u.id::text from users u where u.email = ${email} and u.email_verified)`;

/** True for the email of a guest, or the confirmed one of an account. */
const emailVerified = sql`(c.is_guest or exists ${accountOf(sql`c.email`)})`;

/** Adds what an account ordered as a guest since its last sign-in, which assigns such orders. */
const columns = sql`
  c.id, c.is_guest as "isGuest", c.email, c.first_name as "firstName", c.last_name as "lastName", c.since,
  c.orders + coalesce(g.orders, 0) as "orders", c.paid_orders + coalesce(g.paid_orders, 0) as "paidOrders",
  (c.spent_cents + coalesce(g.spent_cents, 0))::double precision as "spentCents",
  greatest(
    (select max(o.placed_at) from orders o where o.customer_id = c.id),
    (select max(o.placed_at) from orders o where ${emailVerified} and o.customer_id is null and o.email = c.email)
  ) as "lastOrderAt",
  ${emailVerified} as "emailVerified",
  (extract(epoch from c.since) * 1000000)::bigint::text as "micros",
  case when c.is_guest then 'customer' else coalesce((
    select r.role::text from user_roles r where r.user_id = c.id::uuid and r.role <> 'customer' limit 1
  ), 'customer') end as "role"`;

const guestPart = sql`left join customer_figures g on not c.is_guest and g.is_guest and g.id = c.email and ${emailVerified}`;

async function rowsOf(db: Db, query: SQL): Promise<CustomerRow[]> {
  const { rows } = await db.execute(query);
  return (rows as Listed[]).map(({ since, lastOrderAt, ...row }) => ({
    ...row,
    since: new Date(since),
    lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt),
  }));
}

const at = ({ micros, id }: CustomerCursor) =>
  sql`(to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::text)`;

/** Emails of erased people that remain only until their open orders are closed. */
const emailsToForget = sql`
  select o.email from orders_to_forget f join orders o on o.id = f.order_id
  group by o.email having count(*) >= (select r.orders from customer_figures r where r.id = o.email)`;

/** False for erased people, and for guests whose confirmed account is listed instead. */
const isListed = sql`(not c.is_guest or (
  c.email not like ${`%${undeliverableDomain}`}
  and not exists ${accountOf(sql`c.email`)}
  and c.id not in (${emailsToForget})))`;

/** Search of customers. `ids` are customers that match it by an order or a phone number. */
export type CustomerSearch = {
  kind: CustomerKind;
  search: string;
  ids: readonly string[];
  /** Moments between which the customer appeared. */
  since: MomentRange;
};

export type CustomerListQuery = CustomerSearch & { cursor: Cursor<CustomerCursor>; limit: number };

const text = searchedText({ email: sql`c.email`, firstName: sql`c.first_name`, lastName: sql`c.last_name` });

/**
 * Condition for customers whose email or name contains every word of a search. A word of one or two
 * letters must begin a word.
 */
function matchesSearch({ kind, search, ids, since }: CustomerSearch): SQL {
  const bound = (at: Date | null, compare: SQL) =>
    at === null ? sql`` : sql` and c.since ${compare} ${at.toISOString()}::timestamptz`;
  const bounds = sql`${bound(since.from, sql`>=`)}${bound(since.until, sql`<`)}`;
  const isKind = sql`${kind === 'all' ? sql`true` : sql`c.is_guest = ${kind === 'guests'}`}${bounds}`;
  const words = searchedWords(search);
  if (words === null) return isKind;
  const fits = (pattern: string) => sql`${text} like ${pattern}`;
  const byText = wordPatterns(words).map((patterns) => and(...patterns.map(fits)));
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
  };
  // Two spaces follow the phone in the indexed text. Without them, many tracking numbers match.
  const byPhone = sql`
    select ${buyer} where ${searchedOrderText(orderColumns)} like ${`${ending}  %`}
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
  if (searchedWords(query.search) === null) return Infinity;
  return estimatedRowCount(db, sql`select 1 from customer_figures c where ${matchesSearch(query)}`);
}

/**
 * Lists customers newest first, or towards newer ones, starting beside the cursor. `isRare`
 * collects all matches before it sorts them.
 */
export async function listCustomerRows(
  db: Db,
  { cursor, limit, isRare, ...search }: CustomerListQuery & { isRare: boolean },
): Promise<CustomerRow[]> {
  const isOlder = cursor?.towards !== 'newer';
  const beyond = cursor === null ? sql`` : sql`and (c.since, c.id) ${isOlder ? sql`<` : sql`>`} ${at(cursor.from)}`;
  const by = (moment: SQL) => (isOlder ? sql`order by ${moment} desc, c.id desc` : sql`order by ${moment}, c.id`);
  const order = by(sql`c.since`);
  const gathered = by(unindexed(sql`c.since`));
  const rows = await rowsOf(
    db,
    sql`with c as materialized (
          select * from customer_figures c
          where ${matchesSearch(search)} and ${isListed} ${beyond} ${isRare ? gathered : order} limit ${limit}
        )
        select ${columns} from c ${guestPart} ${order}`,
  );
  return isOlder ? rows : rows.toReversed();
}

/**
 * Returns an account by its id, or a guest by the email. The email of an account is that account's.
 */
export async function findCustomer(db: Db, id: string): Promise<CustomerRow | null> {
  const listedId = sql`coalesce(${accountOf(sql`${id}`)}, ${id})`;
  const [row] = await rowsOf(
    db,
    sql`select ${columns} from customer_figures c ${guestPart} where c.id = ${listedId} and ${isListed}`,
  );
  return row ?? null;
}
