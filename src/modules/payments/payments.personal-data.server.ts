import { asc, eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { answerOf } from './errors.server.ts';
import type { Metadata } from './metadata.ts';
import type { PaymentsCtx } from './payments.server.ts';
import { paymentsToForget } from './tables.server.ts';

/** Statement that enqueues payments, given as a query of their ids, whose buyers are to be erased at the provider. */
export const enqueuePayments = (intentIds: SQL) =>
  sql`insert into ${paymentsToForget} (payment_intent_id) ${intentIds} on conflict do nothing`;

export async function eraseBuyers(db: Db, intentIds: SQL): Promise<void> {
  await db.execute(enqueuePayments(intentIds));
}

const paymentsAtOnce = 50;

/**
 * Takes out of the records of payments at the provider whom they were for, those that wait longest first. What the provider does
 * not take now is tried again the next time; what it does not know needs nothing.
 */
export async function eraseAtProvider(ctx: PaymentsCtx, withoutBuyer: Metadata): Promise<void> {
  const { paymentIntentId, createdAt } = paymentsToForget;
  const waiting = ctx.db.select({ id: paymentIntentId }).from(paymentsToForget);
  for (const { id } of await waiting.orderBy(asc(createdAt)).limit(paymentsAtOnce)) {
    const answer = await answerOf(() => ctx.payments.updateMetadata(id, withoutBuyer));
    if (answer === null) ctx.log.warn({ intentId: id }, 'a payment keeps whom it was for: the provider did not answer');
    else await ctx.db.delete(paymentsToForget).where(eq(paymentIntentId, id));
  }
}
