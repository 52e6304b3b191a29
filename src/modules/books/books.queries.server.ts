import { sql, type SQL } from 'drizzle-orm';

import { moneyMovements, orderNumberOf } from '#modules/orders/money-movements.queries.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { rowsOf } from '#platform/db/rows.server.ts';

import type { Fee, Movement } from './ledger.ts';
import { balanceTransactions } from './tables.server.ts';

/** Moments of one mode: from `from`, and before `until`. */
export type Span = { mode: PaymentMode; from: Date; until: Date };

/** Time limit of a statement over the orders of years, in milliseconds. Others have 10 s. */
const maxReadMs = 60_000;

/** Returns the rows of a statement over the orders of a span, which may be years. */
const rowsOfSpan = <T extends object>(db: Db, query: SQL): Promise<T[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${maxReadMs}`));
    return rowsOf(tx, query);
  });

type Dated<T> = Omit<T, 'at'> & { at: Date | string };
const dated = <T extends { at: Date | string }>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, at: new Date(row.at) }));

/** Returns the money of orders that came or went, oldest first. */
export async function listMovements(db: Db, span: Span): Promise<Movement[]> {
  const query = sql`
    select id, kind, at, order_number as "orderNumber", intent_id as "intentId", country, state,
      amount as "amountCents", tax as "taxCents", shipping as "shippingCents"
    from (${moneyMovements(span)}) movement order by at, id`;
  return dated(await rowsOfSpan<Dated<Movement>>(db, query));
}

const bookedIn = ({ mode, from, until }: Span) =>
  sql`t.mode = ${mode}::text and t.booked_at >= ${from.toISOString()}::timestamptz and t.booked_at < ${until.toISOString()}::timestamptz`;

/** Cents that a transaction costs: its fee, and the whole of it if it is nothing but a fee. */
const cost = sql`(t.fee_cents - case when t.category = 'fee' then t.amount_cents else 0 end)`;

/** Returns the provider's fees, oldest first. */
export async function listFees(db: Db, span: Span): Promise<Fee[]> {
  const query = sql`
    select t.id, t.booked_at as at, t.payment_intent_id as "intentId", t.currency,
      ${orderNumberOf(sql`t.payment_intent_id`)} as "orderNumber", (-${cost})::double precision as "amountCents"
    from ${balanceTransactions} t where ${bookedIn(span)} and ${cost} <> 0 order by t.booked_at, t.id`;
  return dated(await rowsOf<Dated<Fee>>(db, query));
}

/** Returns when the first transaction of a mode was booked. Null without any. */
export async function findFirstBooked(db: Db, mode: PaymentMode): Promise<Date | null> {
  const query = sql`select min(booked_at) as at from ${balanceTransactions} where mode = ${mode}::text`;
  const [row] = await rowsOf<{ at: Date | string | null }>(db, query);
  const at = row?.at ?? null;
  return at === null ? null : new Date(at);
}

/** Categories of transactions that belong to payments of customers. */
const ofPayments = sql`('charge', 'charge_failure', 'partial_capture_reversal', 'refund', 'refund_failure', 'dispute', 'dispute_reversal')`;

/** Sums of one category in one currency, in cents. */
export type BalanceSum = {
  category: string;
  currency: string;
  isOfPayments: boolean;
  count: number;
  amountCents: number;
  feeCents: number;
};

export function listBalanceSums(db: Db, span: Span): Promise<BalanceSum[]> {
  return rowsOf(
    db,
    sql`select t.category, t.currency, t.category in ${ofPayments} as "isOfPayments", count(*)::int as count,
      sum(t.amount_cents)::double precision as "amountCents", sum(t.fee_cents)::double precision as "feeCents"
    from ${balanceTransactions} t where ${bookedIn(span)} group by 1, 2, 3 order by 1, 2`,
  );
}

/** Payment whose money differs between the ledger and the provider within a span, in cents. */
export type Mismatch = {
  /** Null for transactions of the provider without a payment. */
  intentId: string | null;
  orderNumber: string | null;
  shopCents: number;
  providerCents: number;
  /** Latest movement of the ledger within the span. */
  shopAt: Date | null;
};

/** Returns the payments that differ, the largest difference first. */
export async function listMismatches(db: Db, span: Span, limit: number): Promise<Mismatch[]> {
  const rows = await rowsOfSpan<Omit<Mismatch, 'shopAt'> & { shopAt: Date | string | null }>(
    db,
    sql`select * from (
      select coalesce(shop.intent_id, provider.intent_id) as "intentId", shop.order_number as "orderNumber", shop.at as "shopAt",
        coalesce(shop.cents, 0)::double precision as "shopCents", coalesce(provider.cents, 0)::double precision as "providerCents"
      from (
        select intent_id, max(order_number) as order_number, max(at) as at, sum(amount) as cents
        from (${moneyMovements(span)}) movement group by 1
      ) shop
      full join (
        select t.payment_intent_id as intent_id, sum(t.amount_cents) as cents
        from ${balanceTransactions} t
        where ${bookedIn(span)} and t.currency = 'usd' and t.category in ${ofPayments} group by 1
      ) provider on provider.intent_id = shop.intent_id
    ) compared
    where "shopCents" <> "providerCents"
    order by abs("shopCents" - "providerCents") desc, "intentId" limit ${limit}`,
  );
  return rows.map(({ shopAt, ...row }) => ({ ...row, shopAt: shopAt === null ? null : new Date(shopAt) }));
}
