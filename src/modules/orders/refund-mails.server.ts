import { and, asc, eq, notExists, sql } from 'drizzle-orm';

import { mails } from '#modules/email/tables.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Cents } from '#shared/money.ts';

import { queueRefundMail } from './mails/service.server.ts';
import { orderById } from './service.server.ts';
import { orders, refunds } from './tables.server.ts';

type Untold = { id: string; amountCents: Cents; orderId: string };

/** Mails of one run; the rest follows with the next. */
const batch = 100;

/** Refunds of the last 7 days that arrived and of which nobody was told, oldest first. */
function listUntold(db: Db): Promise<Untold[]> {
  const told = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(eq(mails.kind, 'order_refunded'), eq(mails.orderId, orders.id), sql`${mails.cause} = ${refunds.id}::text`),
    );
  return db
    .select({ id: refunds.id, amountCents: refunds.amountCents, orderId: orders.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.paymentIntentId, refunds.paymentIntentId))
    .where(and(eq(refunds.status, 'succeeded'), sql`${refunds.updatedAt} > now() - interval '7 days'`, notExists(told)))
    .orderBy(asc(refunds.updatedAt))
    .limit(batch);
}

async function tell(tx: Db, ctx: Ctx, refund: Untold): Promise<void> {
  const order = await orderById(tx, refund.orderId);
  if (order !== null) await queueRefundMail(tx, ctx, { order, refund });
}

/** Tells customers of the money that went back, whoever sent it back: the shop, or a person at the provider's dashboard. */
export async function tellRefunds(ctx: Ctx): Promise<void> {
  for (const refund of await listUntold(ctx.db)) await inTransaction(ctx.db, (tx) => tell(tx, ctx, refund));
}
