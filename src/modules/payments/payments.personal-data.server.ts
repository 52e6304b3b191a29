import { asc, eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { answerOf } from './errors.server.ts';
import type { Metadata } from './metadata.ts';
import type { PaymentsCtx } from './payments.server.ts';
import { paymentsToForget } from './tables.server.ts';

/**
 * Returns the statement that enqueues payments whose buyers are to be erased at the provider. A
 * query gives their ids.
 */
export const enqueuePayments = (intentIds: SQL) =>
  sql`insert into ${paymentsToForget} (payment_intent_id) ${intentIds} on conflict do nothing`;

export async function eraseBuyers(db: Db, intentIds: SQL): Promise<void> {
  await db.execute(enqueuePayments(intentIds));
}

const paymentsAtOnce = 50;

/**
 * Erases the buyers from the provider's payment records, longest waiting first. Failures are tried
 * again the next time. Payments that the provider does not know need nothing.
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
