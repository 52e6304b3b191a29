import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  findImage,
  listImages,
  listReviews,
  lockReview,
  updateReview,
  type ReviewRow,
  type ReviewsQuery,
} from './reviews.queries.server.ts';
import type { ModerationRefusal } from './moderation.schema.ts';
import { reviewState, type RejectionReason, type ReviewState } from './moderation.ts';

export { countApproved, countPending, listNewestReviewsOf } from './reviews.queries.server.ts';

export async function reviewsToDecide(db: Db, query: ReviewsQuery) {
  const rows = await listReviews(db, query);
  const pictures = await listImages(db, rows);
  return rows.map((row) => ({
    ...row,
    state: reviewState(row),
    /** Version token of the public reply. */
    version: versionOf({ reply: row.reply }),
    pictures: pictures.filter(({ reviewId }) => reviewId === row.id),
  }));
}

export type ReviewToDecide = Awaited<ReturnType<typeof reviewsToDecide>>[number];

/** A picture of a review, visible or not. For admins only. */
export const anyReviewPicture = (db: Db, id: string) => findImage(db, id);

type Decided = Result<null, ModerationRefusal>;
type Change = {
  id: string;
  action: string;
  set: Partial<ReviewRow>;
  /** Returns why the change does not apply to the review as it is now, or null. */
  refusalOf(row: ReviewRow): ModerationRefusal | null;
};

/** Applies a moderation decision and records it. The customer's own text is never changed. */
function decideReview(ctx: Ctx, actor: Actor, { id, action, set, refusalOf }: Change): Promise<Decided> {
  return decide<Decided>(ctx.db, async (tx) => {
    const row = await lockReview(tx, id);
    if (row === null) return refuse('gone');
    const refusal = refusalOf(row);
    if (refusal !== null) return refuse(refusal);
    await updateReview(tx, id, set);
    const details = (review: ReviewRow) => {
      const { rejectionReason, rejectionNote, reply } = review;
      return { state: reviewState(review), rejectionReason, rejectionNote, reply };
    };
    const before = details(row);
    await recordChange(tx, actor, { action, subject: `review:${id}`, before, after: details({ ...row, ...set }) });
    return ok(null);
  });
}

/**
 * Refuses a decision if the review has changed state since the admin loaded it, or if it already is
 * in the target state.
 */
const unlessSeen = (seen: string, to: ReviewState) => (row: ReviewRow) =>
  reviewState(row) === seen && seen !== to ? null : 'already_so';

type Approval = { id: string; seen: string };

/** Approves a review, even if it was rejected before. Refuses `already_so`. */
export function approveReview(ctx: Ctx, actor: Actor, { id, seen }: Approval): Promise<Decided> {
  const set = { isApproved: true, rejectedAt: null, rejectionReason: null, rejectionNote: null };
  return decideReview(ctx, actor, { id, action: 'review.approve', set, refusalOf: unlessSeen(seen, 'approved') });
}

type Rejection = Approval & { reason: RejectionReason; note: string };

/**
 * Rejects a review, or hides an approved one, with a reason from the closed list. Refuses
 * `already_so`.
 */
export function rejectReview(ctx: Ctx, actor: Actor, { id, seen, reason, note }: Rejection): Promise<Decided> {
  const set = { isApproved: false, rejectedAt: ctx.now(), rejectionReason: reason, rejectionNote: note };
  return decideReview(ctx, actor, { id, action: 'review.reject', set, refusalOf: unlessSeen(seen, 'rejected') });
}

type Answer = { id: string; reply: string; version: string };

/**
 * Publishes the shop's reply below a review. An empty reply removes it. Refuses
 * `changed_meanwhile`.
 */
export function replyToReview(ctx: Ctx, actor: Actor, { id, reply, version }: Answer): Promise<Decided> {
  const set = reply === '' ? { reply: null, repliedAt: null } : { reply, repliedAt: ctx.now() };
  const refusalOf = (row: ReviewRow) => (versionOf({ reply: row.reply }) === version ? null : 'changed_meanwhile');
  return decideReview(ctx, actor, { id, action: 'review.reply', set, refusalOf });
}
