import type { Actor, Change } from '#modules/audit/audit-log.ts';
import { recordChange, recordChanges, versionOf } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
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
import type { ModerationRefusal } from './moderation.schema.ts';
import { reviewState, type ChosenReview, type RejectionReason, type ReviewState } from './moderation.ts';

export {
  countApproved,
  countPending,
  countSampleReviews,
  deleteSampleReviews,
  listNewestReviewsOf,
} from './reviews.queries.server.ts';

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

/** A chosen review and why it was not changed, or null. `name` is empty if it does not exist. */
export type ReviewOutcome = { id: string; name: string; refusal: ModerationRefusal | null };

type Decision = { chosen: readonly ChosenReview[]; to: ReviewState; action: string; set: Partial<ReviewRow> };

/**
 * Refuses a decision if the review has changed state since the admin loaded it, or if it already is
 * in the target state.
 */
function stateRefusal(row: ReviewRow | undefined, seen: string, to: ReviewState): ModerationRefusal | null {
  if (row === undefined) return 'gone';
  return reviewState(row) === seen && seen !== to ? null : 'already_so';
}

/**
 * Applies one decision to the chosen reviews and records it for each. A refused review does not
 * block the others. The customers' own text is never changed.
 */
function decideReviews(ctx: Ctx, actor: Actor, { chosen, to, action, set }: Decision): Promise<ReviewOutcome[]> {
  return inTransaction(ctx.db, async (tx) => {
    const rows = new Map((await lockReviews(tx, chosen)).map((row) => [row.id, row]));
    const outcomes = chosen.map(({ id, seen }): ReviewOutcome => {
      const row = rows.get(id);
      const name = row?.title ?? row?.reviewerName ?? '';
      return { id, name, refusal: stateRefusal(row, seen, to) };
    });
    const changed = outcomes.flatMap(({ id, refusal }) => (refusal === null ? (rows.get(id) ?? []) : []));
    await updateReviews(tx, changed, set);
    await recordChanges(
      tx,
      actor,
      changed.map((row) => changeOf(row, action, set)),
    );
    return outcomes;
  });
}

/** Approves reviews, even if they were rejected before. Refuses `gone` and `already_so`. */
export function approveReviews(ctx: Ctx, actor: Actor, chosen: readonly ChosenReview[]): Promise<ReviewOutcome[]> {
  const set = { isApproved: true, rejectedAt: null, rejectionReason: null, rejectionNote: null };
  return decideReviews(ctx, actor, { chosen, to: 'approved', action: 'review.approve', set });
}

type Rejection = { chosen: readonly ChosenReview[]; reason: RejectionReason; note: string };

/**
 * Rejects reviews, or hides approved ones, with a reason from the closed list. Refuses `gone` and
 * `already_so`.
 */
export function rejectReviews(ctx: Ctx, actor: Actor, { chosen, reason, note }: Rejection): Promise<ReviewOutcome[]> {
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
  return decide<Decided>(ctx.db, async (tx) => {
    const [row] = await lockReviews(tx, [{ id }]);
    if (row === undefined) return refuse('gone');
    if (versionOf({ reply: row.reply }) !== version) return refuse('changed_meanwhile');
    await updateReviews(tx, [row], set);
    await recordChange(tx, actor, changeOf(row, 'review.reply', set));
    return ok(null);
  });
}
