import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  sql,
  type SQL,
} from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { listPage, type ListOrder, type ListPage } from '#platform/db/list-page.server.ts';
import { firstRow, hasRow, insertedRow } from '#platform/db/rows.server.ts';
import { matchesAllWords } from '#platform/db/word-search.server.ts';
import type { CleanImage } from '#platform/images/clean-image.server.ts';

import type { ReviewState } from './moderation.ts';
import { helpfulVotes, reviewImages, reviews } from './tables.server.ts';
import type { Choice, PerStar } from './review.ts';

export type ReviewRow = typeof reviews.$inferSelect;
type NewReview = typeof reviews.$inferInsert;
type ShopMode = 'demo' | 'live';

/**
 * SQL condition of publicly visible reviews: approved, and in a live shop not from the demo data.
 */
const isShown = (mode: ShopMode) =>
  mode === 'live' ? and(eq(reviews.isApproved, true), eq(reviews.origin, 'live')) : eq(reviews.isApproved, true);

export type Slice = { productId: string; limit: number; offset: number; choice: Choice; maxStars?: number };

const hasPhotos = sql<boolean>`exists (select 1 from ${reviewImages} where ${reviewImages.reviewId} = ${reviews.id})`;
const newestFirst = [desc(reviews.createdAt), desc(reviews.id)];
const orders = {
  newest: newestFirst,
  highest: [desc(reviews.rating), ...newestFirst],
  helpful: [desc(reviews.helpfulCount), ...newestFirst],
};

export function listShown(db: Db, mode: ShopMode, slice: Slice): Promise<ReviewRow[]> {
  const { productId, limit, offset, choice, maxStars } = slice;
  const isChosen = and(
    choice.stars === null ? undefined : eq(reviews.rating, choice.stars),
    choice.photos ? hasPhotos : undefined,
    maxStars === undefined ? undefined : lte(reviews.rating, maxStars),
  );
  return db
    .select()
    .from(reviews)
    .where(and(eq(reviews.productId, productId), isShown(mode), isChosen))
    .orderBy(...orders[choice.sort])
    .limit(limit)
    .offset(offset);
}

/** Returns the pictures of these reviews in order, at most `max` per review. */
export async function listImages(db: Db, of: readonly { id: string }[], { max }: { max?: number } = {}) {
  if (of.length === 0) return [];
  const { id, reviewId, width, height, position } = reviewImages;
  const ids = of.map((review) => review.id);
  return db
    .select({ id, reviewId, width, height })
    .from(reviewImages)
    .where(and(inArray(reviewId, ids), max === undefined ? undefined : lt(position, max)))
    .orderBy(asc(position));
}

export function countPerStar(db: Db, mode: ShopMode, productId: string): Promise<PerStar<number>[]> {
  const withPhotos = sql<number>`(count(*) filter (where ${hasPhotos}))::int`;
  return db
    .select({ stars: reviews.rating, count: count(), withPhotos })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), isShown(mode)))
    .groupBy(reviews.rating);
}

export async function insertReview(db: Db, review: NewReview, images: readonly CleanImage[]): Promise<string> {
  const { id } = await insertedRow(db.insert(reviews).values(review).returning({ id: reviews.id }));
  const rows = images.map((image, position) => ({ ...image, position, reviewId: id }));
  if (rows.length > 0) await db.insert(reviewImages).values(rows);
  return id;
}

export async function findHelpfulCount(db: Db, mode: ShopMode, id: string): Promise<number | null> {
  const { helpfulCount } = reviews;
  const isThis = and(eq(reviews.id, id), isShown(mode));
  return (await firstRow(db.select({ helpfulCount }).from(reviews).where(isThis)))?.helpfulCount ?? null;
}

/** Stores a visitor's vote and counts it. Returns false if the visitor has voted before. */
export async function recordVote(db: Db, reviewId: string, visitorKey: string): Promise<boolean> {
  const vote = db.insert(helpfulVotes).values({ reviewId, visitorKey }).onConflictDoNothing();
  if (!(await hasRow(vote.returning({ reviewId: helpfulVotes.reviewId })))) return false;
  await db
    .update(reviews)
    .set({ helpfulCount: sql`${reviews.helpfulCount} + 1` })
    .where(eq(reviews.id, reviewId));
  return true;
}

/** Returns a picture. With a mode, only one of a publicly visible review. */
export function findImage(db: Db, id: string, mode?: ShopMode) {
  return firstRow(
    db
      .select({ kind: reviewImages.kind, bytes: reviewImages.bytes })
      .from(reviewImages)
      .innerJoin(reviews, eq(reviews.id, reviewImages.reviewId))
      .where(and(eq(reviewImages.id, id), mode === undefined ? undefined : isShown(mode))),
  );
}

export type ReviewsQuery = { q: string; state: ReviewState | 'all'; page: ListPage };

function isInState(state: ReviewState | 'all'): SQL | undefined {
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

const reviewOrder: Omit<ListOrder, 'first'> = {
  sorts: { written: reviews.createdAt, rating: reviews.rating, name: reviews.reviewerName },
  tie: [reviews.createdAt, reviews.id],
  indexed: 'desc',
};

/** Lists reviews. By default pending ones are oldest first, all others newest first. */
export function listReviews(db: Db, { q, state, page }: ReviewsQuery) {
  const { content, title, reviewerName } = reviews;
  return listPage({ ...reviewOrder, first: state === 'pending' ? 'written' : '-written' }, page, (part) =>
    db
      .select({ ...getTableColumns(reviews), position: part.position })
      .from(reviews)
      .where(and(isInState(state), matchesAllWords([content, title, reviewerName], q), part.beyond))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  );
}

/** Rows of pending reviews, for the dashboard. */
export const pendingRows = sql`from ${reviews} where not ${reviews.isApproved} and ${reviews.rejectedAt} is null`;

export const pendingSince = reviews.createdAt;

export function countPending(db: Db): Promise<number> {
  return db.$count(reviews, isInState('pending'));
}

/** Counts approved reviews from the demo data or from customers of this shop. */
export function countApproved(db: Db, origin: ShopMode): Promise<number> {
  return db.$count(reviews, and(eq(reviews.isApproved, true), eq(reviews.origin, origin)));
}

/** Reviews of the demo data. Those that visitors of a demo wrote have the name that they typed. */
const isSample = and(eq(reviews.origin, 'demo'), isNull(reviews.reviewerName));

export const countSampleReviews = (db: Db) => db.$count(reviews, isSample);

/** Deletes the reviews of the demo data with their pictures. Returns their number. */
export async function removeSampleReviews(tx: Db): Promise<number> {
  return (await tx.delete(reviews).where(isSample).returning({ id: reviews.id })).length;
}

type WithId = { id: string };

/** Returns these reviews, locked until the transaction ends, in the same order for everyone. */
export async function lockReviews(tx: Db, of: readonly WithId[]): Promise<ReviewRow[]> {
  if (of.length === 0) return [];
  const isChosen = inArray(
    reviews.id,
    of.map(({ id }) => id),
  );
  return tx.select().from(reviews).where(isChosen).orderBy(asc(reviews.id)).for('update');
}

export async function updateReviews(tx: Db, of: readonly WithId[], change: Partial<ReviewRow>): Promise<void> {
  if (of.length === 0) return;
  const isChosen = inArray(
    reviews.id,
    of.map(({ id }) => id),
  );
  await tx.update(reviews).set(change).where(isChosen);
}

/** Lists the reviews of an account, oldest first. */
export async function listReviewsOf(db: Db, customerId: string): Promise<ReviewRow[]> {
  return db.select().from(reviews).where(eq(reviews.customerId, customerId)).orderBy(asc(reviews.createdAt));
}

/** Returns the newest `limit` reviews of an account, newest first. */
export function listNewestReviewsOf(db: Db, customerId: string, limit: number) {
  const { id, rating, title, content, isApproved, rejectedAt, createdAt } = reviews;
  return db
    .select({ id, rating, title, content, isApproved, rejectedAt, createdAt })
    .from(reviews)
    .where(eq(reviews.customerId, customerId))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Deletes an account's pictures, and the name and account of its reviews. */
export async function anonymizeReviewsOf(tx: Db, customerId: string): Promise<void> {
  const theirs = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.customerId, customerId));
  await tx.delete(reviewImages).where(inArray(reviewImages.reviewId, theirs));
  await tx.update(reviews).set({ customerId: null, reviewerName: null }).where(eq(reviews.customerId, customerId));
}
