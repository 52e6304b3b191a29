import type { Actor, Change } from '#modules/audit/audit-log.ts';
import { recordChange, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { bulkAction, deletedName, type BulkRefusal, type BulkResult, type ChosenRow } from '#shared/bulk-action.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  findImage,
  listImages,
  listReviews,
  lockReviews,
  updateReviews,
  type ReviewRow,
  type ReviewsQuery,
} from './reviews.queries.server.ts';
import { moderationRefusals, type ModerationRefusal } from './moderation.schema.ts';
import { reviewState, type RejectionReason, type ReviewState } from './moderation.ts';

export async function reviewsToDecide(db: Db, query: ReviewsQuery) {
  const page = await listReviews(db, query);
  const pictures = await listImages(db, page.rows);
  const rows = page.rows.map((row) => ({
    ...row,
    state: reviewState(row),
    /** Version token of the public reply. */
    version: versionToken({ reply: row.reply }),
    pictures: pictures.filter(({ reviewId }) => reviewId === row.id),
  }));
  return { ...page, rows };
}

export type ReviewToDecide = Awaited<ReturnType<typeof reviewsToDecide>>['rows'][number];

/** A picture of a review, visible or not. For admins only. */
export const anyReviewPicture = (db: Db, id: string) => findImage(db, id);

type Decided = Result<null, ModerationRefusal>;

const details = (review: ReviewRow) => {
  const { rejectionReason, rejectionNote, reply } = review;
  return { state: reviewState(review), rejectionReason, rejectionNote, reply };
};

const changeOf = (row: ReviewRow, action: string, set: Partial<ReviewRow>): Change => ({
  action,
  subject: `review:${row.id}`,
  before: details(row),
  after: details({ ...row, ...set }),
});

type Decision = { chosen: readonly ChosenRow[]; to: ReviewState; action: string; set: Partial<ReviewRow> };

type Decisions = Promise<Result<BulkResult<ModerationRefusal>, BulkRefusal>>;

/**
 * Refuses a decision if the review has changed state since the admin loaded it, or if it already is
 * in the target state.
 */
const stateRefusal = (row: ReviewRow, seen: string, to: ReviewState) =>
  reviewState(row) === seen && seen !== to ? null : 'already_so';

const refusedReview = (id: string, row: ReviewRow | undefined, reason: ModerationRefusal) => {
  const name = row === undefined ? deletedName('review', id) : (row.title ?? row.reviewerName ?? 'No name');
  return { id, name, reason, sentence: moderationRefusals[reason] };
};

/**
 * Applies one decision to the chosen reviews and records it for each. A refused review does not
 * block the others. The customers' own text is never changed.
 */
function decideReviews(ctx: Ctx, actor: Actor, { chosen, to, action, set }: Decision): Decisions {
  return inTransaction(ctx.db, async (tx) => {
    const rows = new Map((await lockReviews(tx, chosen)).map((row) => [row.id, row]));
    return bulkAction(chosen, async ({ id, seen }) => {
      const row = rows.get(id);
      if (row === undefined) return refusedReview(id, row, 'gone');
      const refusal = stateRefusal(row, seen, to);
      if (refusal !== null) return refusedReview(id, row, refusal);
      await updateReviews(tx, [row], set);
      await recordChange(tx, actor, changeOf(row, action, set));
      return { id, isChanged: true };
    });
  });
}

/** Approves reviews, even if they were rejected before. Refuses `gone` and `already_so`. */
export function approveReviews(ctx: Ctx, actor: Actor, chosen: readonly ChosenRow[]): Decisions {
  const set = { isApproved: true, rejectedAt: null, rejectionReason: null, rejectionNote: null };
  return decideReviews(ctx, actor, { chosen, to: 'approved', action: 'review.approve', set });
}

type Rejection = { chosen: readonly ChosenRow[]; reason: RejectionReason; note: string };

/**
 * Rejects reviews, or hides approved ones, with a reason from the closed list. Refuses `gone` and
 * `already_so`.
 */
export function rejectReviews(ctx: Ctx, actor: Actor, { chosen, reason, note }: Rejection): Decisions {
  const set = { isApproved: false, rejectedAt: ctx.now(), rejectionReason: reason, rejectionNote: note };
  return decideReviews(ctx, actor, { chosen, to: 'rejected', action: 'review.reject', set });
}

type Answer = { id: string; reply: string; version: string };

/**
 * Publishes the shop's reply below a review. An empty reply removes it. Refuses
 * `changed_meanwhile`.
 */
export function replyToReview(ctx: Ctx, actor: Actor, { id, reply, version }: Answer): Promise<Decided> {
  const set = reply === '' ? { reply: null, repliedAt: null } : { reply, repliedAt: ctx.now() };
  return inResultTransaction<Decided>(ctx.db, async (tx) => {
    const [row] = await lockReviews(tx, [{ id }]);
    if (row === undefined) return refuse('gone');
    if (versionToken({ reply: row.reply }) !== version) return refuse('changed_meanwhile');
    await updateReviews(tx, [row], set);
    await recordChange(tx, actor, changeOf(row, 'review.reply', set));
    return ok(null);
  });
}
