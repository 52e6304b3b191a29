import { samplePeopleDomain } from '#content/demo-orders.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { removeTransactionsOf } from '#modules/books/balance.queries.server.ts';
import { removeMessagesAt } from '#modules/contact/inbox.queries.server.ts';
import { removeCapturesAt } from '#modules/marketing/email-capture.queries.server.ts';
import { deleteSampleOrders } from '#modules/orders/sample-orders.server.ts';
import { countSamples } from '#modules/orders/sample-orders.queries.server.ts';
import { countSampleReviews, removeSampleReviews } from '#modules/reviews/reviews.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { sampleRefusals } from './sample-data.schema.ts';

export type SampleCounts = { orders: number; reviews: number };

/** Counts the sample orders and reviews that are left. */
export async function countSampleData(db: Db): Promise<SampleCounts> {
  const [orders, reviews] = await Promise.all([countSamples(db), countSampleReviews(db)]);
  return { orders, reviews };
}

export type RemovedSamples = SampleCounts & { messages: number; subscribers: number };

/**
 * Deletes the sample orders with their payments, and the sample reviews, messages and subscribers,
 * in one transaction. Refuses `none_left`.
 */
export async function removeSamples(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
): Promise<Result<RemovedSamples, keyof typeof sampleRefusals>> {
  return inResultTransaction(db, async (tx): Promise<Result<RemovedSamples, keyof typeof sampleRefusals>> => {
    const { orders, intentIds } = await deleteSampleOrders(tx);
    await removeTransactionsOf(tx, intentIds);
    const reviews = await removeSampleReviews(tx);
    const messages = await removeMessagesAt(tx, samplePeopleDomain);
    const subscribers = await removeCapturesAt(tx, samplePeopleDomain);
    const counts = { orders, reviews, messages, subscribers };
    if (Object.values(counts).every((count) => count === 0)) return refuse('none_left');
    await recordChange(tx, actor, { action: 'samples.remove', subject: 'samples:demo', before: counts, after: null });
    return ok(counts);
  });
}
