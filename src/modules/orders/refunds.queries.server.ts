import { and, asc, eq, isNull, not, notInArray, sql } from 'drizzle-orm';

import { hasMail, isDeliverable } from '#modules/email/mail-log.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow, hasRow, insertedRow } from '#platform/db/rows.server.ts';
import type { Cents } from '#shared/money.ts';

import { shopFundedStatuses } from './disputes.ts';
import { withoutParts, type RefundedParts } from './refunds.ts';
import { disputes, orders, refunds } from './tables.server.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;

const findOne = (db: Db, where: ReturnType<typeof and>): Promise<RefundRow | null> =>
  firstRow(db.select().from(refunds).where(where).limit(1));

export const findRefundByKey = (db: Db, intentId: string, key: string) =>
  findOne(db, and(eq(refunds.paymentIntentId, intentId), eq(refunds.key, key)));
export const findRefundByProvider = (db: Db, providerId: string) => findOne(db, eq(refunds.providerId, providerId));
/** Returns the shop's own refund of this payment, by the id that the provider sends back. */
export const findOwnRefund = (db: Db, intentId: string, id: string) =>
  findOne(db, and(eq(refunds.paymentIntentId, intentId), eq(refunds.id, id)));
export const findRefundRow = (db: Db, id: string) => findOne(db, eq(refunds.id, id));

export function insertRefund(db: Db, refund: NewRefund): Promise<RefundRow> {
  return insertedRow(db.insert(refunds).values(refund).returning());
}

type NewAdminRefund = {
  orderId: string;
  intentId: string;
  key: string;
  amountCents: Cents;
  reason: string;
  parts: RefundedParts | null;
};

/**
 * Stores a refund if that much of the order's payment is neither returned, on its way nor disputed.
 * Returns null otherwise.
 */
export async function reserveRefundAmount(
  db: Db,
  { orderId, intentId, key, amountCents, reason, parts }: NewAdminRefund,
): Promise<RefundRow | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into refunds (payment_intent_id, key, amount_cents, reason, parts)
    select ${orders.paymentIntentId}, ${key}, ${amountCents}::bigint, ${reason},
      ${parts === null ? null : JSON.stringify(parts)}::jsonb
    from ${orders}
    where ${orders.id} = ${orderId}
      and ${amountCents}::bigint <= ${orders.capturedCents}
        - (select coalesce(sum(r.amount_cents), 0) from refunds r
           where r.payment_intent_id = ${intentId} and r.status <> 'failed')
        - (select coalesce(sum(${disputes.amountCents}), 0) from ${disputes}
           where ${disputes.paymentIntentId} = ${intentId} and ${notInArray(disputes.status, shopFundedStatuses)})
    returning id`);
  const id = rows[0]?.id;
  return id === undefined ? null : findRefundRow(db, id);
}

export async function updateRefund(db: Db, id: string, change: Partial<NewRefund>): Promise<void> {
  await db
    .update(refunds)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(refunds.id, id));
}

/** Starts the next attempt, once, after a failure that the provider would repeat forever. */
export async function scheduleRefundRetry(db: Db, { id, attempt }: RefundRow): Promise<void> {
  await db
    .update(refunds)
    .set({ attempt: attempt + 1, updatedAt: sql`now()` })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt)));
}

/** Records that the provider will not make this refund. Returns false if it has made one since. */
export function markRefundRefused(db: Db, id: string, failure: string): Promise<boolean> {
  const isUnanswered = and(eq(refunds.id, id), eq(refunds.status, 'pending'), isNull(refunds.providerId));
  const set = { status: 'failed', failure, ...withoutParts, updatedAt: sql`now()` } as const;
  return hasRow(db.update(refunds).set(set).where(isUnanswered).returning());
}

/** Returns refunds in progress, the least recently checked first. */
export function listPendingRefunds(db: Db, limit: number): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.status, 'pending')).orderBy(asc(refunds.updatedAt)).limit(limit);
}

/** Returns the refunds of a payment, oldest first. */
export function listRefundRows(db: Db, intentId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.paymentIntentId, intentId)).orderBy(asc(refunds.createdAt));
}

/** Returns refunds of the last 7 days that succeeded and have no email yet, oldest first. */
export function listRefundsWithoutEmail(
  db: Db,
  limit: number,
): Promise<{ id: string; amountCents: Cents; orderId: string }[]> {
  const isQueued = hasMail({ kind: 'order_refunded', orderId: orders.id, cause: refunds.id });
  return db
    .select({ id: refunds.id, amountCents: refunds.amountCents, orderId: orders.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.paymentIntentId, refunds.paymentIntentId))
    .where(
      and(
        eq(refunds.status, 'succeeded'),
        sql`${refunds.updatedAt} > now() - interval '7 days'`,
        isDeliverable(orders.email),
        not(isQueued),
      ),
    )
    .orderBy(asc(refunds.updatedAt))
    .limit(limit);
}
