import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-entry.ts';
import { recordChange, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/one-row.server.ts';
import { hasWords } from '#platform/db/search.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { findImage, listImages, type ReviewRow } from './reviews.queries.server.ts';
import { reviews } from './tables.server.ts';
import type { ModerationRefusal } from './moderation.schema.ts';
import { reviewState, type RejectionReason, type ReviewState } from './moderation.ts';

type ReviewsQuery = { q: string; state: ReviewState | 'all'; limit: number; offset: number };

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
function listReviews(db: Db, { q, state, limit, offset }: ReviewsQuery): Promise<ReviewRow[]> {
  const { content, title, reviewerName, createdAt, id } = reviews;
  return db
    .select()
    .from(reviews)
    .where(and(standsAs(state), hasWords([content, title, reviewerName], q)))
    .orderBy(state === 'pending' ? asc(createdAt) : desc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
}

export function pendingReviews(db: Db): Promise<number> {
  return db.$count(reviews, standsAs('pending'));
}

/** How many approved reviews came with the demo, or from customers of this shop. */
export function countApproved(db: Db, origin: 'demo' | 'live'): Promise<number> {
  return db.$count(reviews, and(eq(reviews.isApproved, true), eq(reviews.origin, origin)));
}

export async function reviewsToDecide(db: Db, query: ReviewsQuery) {
  const rows = await listReviews(db, query);
  const pictures = await listImages(db, rows);
  return rows.map((row) => ({
    ...row,
    state: reviewState(row),
    /** Of the public answer, for whoever changes it. */
    version: versionOf({ reply: row.reply }),
    pictures: pictures.filter(({ reviewId }) => reviewId === row.id),
  }));
}

export type ReviewToDecide = Awaited<ReturnType<typeof reviewsToDecide>>[number];

/** A picture of a review, whether it is shown or not: for admins only. */
export const anyReviewPicture = (db: Db, id: string) => findImage(db, id);

type Decided = Result<null, ModerationRefusal>;
type Change = {
  id: string;
  action: string;
  set: Partial<ReviewRow>;
  /** Why it is not done to the review as it is now. */
  refusalOf(row: ReviewRow): ModerationRefusal | null;
};

/** Changes what the shop says of a review and writes it down; the customer's own words stay as they are. */
function decideReview(ctx: Ctx, actor: Actor, { id, action, set, refusalOf }: Change): Promise<Decided> {
  return decide<Decided>(ctx.db, async (tx) => {
    const isThis = eq(reviews.id, id);
    const row = await firstRow(tx.select().from(reviews).where(isThis).for('update'));
    if (row === null) return refuse('gone');
    const refusal = refusalOf(row);
    if (refusal !== null) return refuse(refusal);
    await tx.update(reviews).set(set).where(isThis);
    const facts = (review: ReviewRow) => {
      const { rejectionReason, rejectionNote, reply } = review;
      return { state: reviewState(review), rejectionReason, rejectionNote, reply };
    };
    const before = facts(row);
    await recordChange(tx, actor, { action, subject: `review:${id}`, before, after: facts({ ...row, ...set }) });
    return ok(null);
  });
}

/** A review is decided about as it was seen: what somebody else has decided since is not turned round by chance. */
const unlessSeen = (seen: string, to: ReviewState) => (row: ReviewRow) =>
  reviewState(row) === seen && seen !== to ? null : 'already_so';

type Approval = { id: string; seen: string };

/** Shows a review in the shop, also one that was rejected before. Refuses `already_so`. */
export function approveReview(ctx: Ctx, actor: Actor, { id, seen }: Approval): Promise<Decided> {
  const set = { isApproved: true, rejectedAt: null, rejectionReason: null, rejectionNote: null };
  return decideReview(ctx, actor, { id, action: 'review.approve', set, refusalOf: unlessSeen(seen, 'approved') });
}

type Rejection = Approval & { reason: RejectionReason; note: string };

/** Does not show a review, or no longer, for a reason of the closed list. Refuses `already_so`. */
export function rejectReview(ctx: Ctx, actor: Actor, { id, seen, reason, note }: Rejection): Promise<Decided> {
  const set = { isApproved: false, rejectedAt: ctx.now(), rejectionReason: reason, rejectionNote: note };
  return decideReview(ctx, actor, { id, action: 'review.reject', set, refusalOf: unlessSeen(seen, 'rejected') });
}

type Answer = { id: string; reply: string; version: string };

/** Publishes the shop's answer below a review; an empty one takes it away. Refuses `changed_meanwhile`. */
export function replyToReview(ctx: Ctx, actor: Actor, { id, reply, version }: Answer): Promise<Decided> {
  const set = reply === '' ? { reply: null, repliedAt: null } : { reply, repliedAt: ctx.now() };
  const refusalOf = (row: ReviewRow) => (versionOf({ reply: row.reply }) === version ? null : 'changed_meanwhile');
  return decideReview(ctx, actor, { id, action: 'review.reply', set, refusalOf });
}
