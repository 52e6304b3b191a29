import { and, asc, desc, eq, ilike, isNotNull, isNull, or, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { containing } from '#shared/pattern.ts';

import type { ReviewRow } from '../repo.server.ts';
import { reviews } from '../tables.server.ts';
import type { ReviewState } from './rules.ts';

export type ReviewsQuery = { q: string; state: ReviewState | 'all'; limit: number; offset: number };

function standsAs(state: ReviewState | 'all'): SQL | undefined {
  switch (state) {
    case 'pending':
      return and(eq(reviews.isApproved, false), isNull(reviews.rejectedAt));
    case 'approved':
      return eq(reviews.isApproved, true);
    case 'rejected':
      return isNotNull(reviews.rejectedAt);
    case 'all':
      return undefined;
  }
}

/** The queue oldest first, everything else newest first. */
export function listReviews(db: Db, { q, state, limit, offset }: ReviewsQuery): Promise<ReviewRow[]> {
  const { content, title, reviewerName, createdAt, id } = reviews;
  const words = [content, title, reviewerName].map((column) => ilike(column, containing(q)));
  return db
    .select()
    .from(reviews)
    .where(and(standsAs(state), q === '' ? undefined : or(...words)))
    .orderBy(state === 'pending' ? asc(createdAt) : desc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
}

/** How many reviews wait for a decision. */
export function countPending(db: Db): Promise<number> {
  return db.$count(reviews, standsAs('pending'));
}

export function findLocked(tx: Db, id: string): Promise<ReviewRow | null> {
  return firstRow(tx.select().from(reviews).where(eq(reviews.id, id)).for('update'));
}

export async function updateReview(tx: Db, id: string, change: Partial<ReviewRow>): Promise<void> {
  await tx.update(reviews).set(change).where(eq(reviews.id, id));
}

/** How many approved reviews came with the demo, or from customers of this shop. */
export function countApproved(db: Db, origin: 'demo' | 'live'): Promise<number> {
  return db.$count(reviews, and(eq(reviews.isApproved, true), eq(reviews.origin, origin)));
}
