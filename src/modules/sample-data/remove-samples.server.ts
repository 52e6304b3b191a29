import { samplePeopleDomain } from '#content/demo-orders.ts';
import { refreshFigures } from '#modules/analytics/analytics.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { deleteTransactionsOf } from '#modules/books/import-balance.server.ts';
import { deleteMessagesAt } from '#modules/contact/inbox.server.ts';
import { deleteCapturesAt } from '#modules/marketing/list-captures.server.ts';
import { countSamples, deleteSampleOrders } from '#modules/orders/sample-orders.server.ts';
import { countSampleReviews, deleteSampleReviews } from '#modules/reviews/moderation.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
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
  const removed = await decide(db, async (tx): Promise<Result<RemovedSamples, keyof typeof sampleRefusals>> => {
    const { orders, intentIds } = await deleteSampleOrders(tx);
    await deleteTransactionsOf(tx, intentIds);
    const reviews = await deleteSampleReviews(tx);
    const messages = await deleteMessagesAt(tx, samplePeopleDomain);
    const subscribers = await deleteCapturesAt(tx, samplePeopleDomain);
    const counts = { orders, reviews, messages, subscribers };
    if (Object.values(counts).every((count) => count === 0)) return refuse('none_left');
    await recordChange(tx, actor, { action: 'samples.remove', subject: 'samples:demo', before: counts, after: null });
    return ok(counts);
  });
  if (removed.ok) await refreshFigures(db);
  return removed;
}
