import { and, asc, eq, not, sql } from 'drizzle-orm';

import { enqueueMail, hasMail } from '#modules/ground/email/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Cents } from '#shared/money.ts';

import { orderRefunded } from '../../email.server.ts';
import { orderHead } from '../../mails/service.server.ts';
import { orderById } from '../../service.server.ts';
import { orders, refunds } from '../../tables.server.ts';

type Untold = { id: string; amountCents: Cents; orderId: string };

/** Mails of one run; the rest follows with the next. */
const batch = 100;

/** Refunds of the last 7 days that arrived and of which nobody was told, oldest first. */
function listUntold(db: Db): Promise<Untold[]> {
  const told = hasMail({ kind: 'order_refunded', orderId: orders.id, cause: refunds.id });
  return db
    .select({ id: refunds.id, amountCents: refunds.amountCents, orderId: orders.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.paymentIntentId, refunds.paymentIntentId))
    .where(and(eq(refunds.status, 'succeeded'), sql`${refunds.updatedAt} > now() - interval '7 days'`, not(told)))
    .orderBy(asc(refunds.updatedAt))
    .limit(batch);
}

async function tell(tx: Db, ctx: Ctx, { id, amountCents, orderId }: Untold): Promise<void> {
  const order = await orderById(tx, orderId);
  if (order === null) return;
  const data = { ...orderHead(order, ctx.settings), amountCents, isFull: amountCents >= order.capturedCents };
  await enqueueMail(tx, ctx, { kind: orderRefunded, orderId, to: order.email, cause: id, data });
}

/** Tells customers of the money that went back, whoever sent it back: the shop, or a person at the provider's dashboard. */
export async function tellRefunds(ctx: Ctx): Promise<void> {
  for (const refund of await listUntold(ctx.db)) await inTransaction(ctx.db, (tx) => tell(tx, ctx, refund));
}
