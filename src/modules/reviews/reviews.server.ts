import { demoReviewerNames } from '#content/demo-reviews.ts';
import { activeProducts } from '#modules/catalog/catalog.server.ts';
import { hasBought } from '#modules/orders/orders.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { networkOf } from '#platform/limits/network.ts';
import { sign, tokenHash } from '#platform/session/token.server.ts';
import type { PhotoProblem } from '#shared/photo.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { ReviewView, SubmitRefusal } from './reviews.schema.ts';
import { cleanImage, type CleanImage } from '#platform/images/clean-image.server.ts';
import * as repo from './reviews.queries.server.ts';
import {
  choiceOf,
  cleanDraft,
  longest,
  missingOf,
  maxImages,
  shownCount,
  shownName,
  summaryOf,
  type Draft,
  type ReviewSummary,
} from './review.ts';

/** An office or a phone network is one address. */
const byAddress: Limit = { name: 'reviews-ip', points: 30, seconds: 86_400 };
const byPerson: Limit = { name: 'reviews-person', points: 3, seconds: 86_400 };
const votes: Limit = { name: 'review-votes-ip', points: 100, seconds: 86_400 };

type Shown = Pick<Ctx, 'db' | 'settings'>;

/** Reviews that everyone may see, as they are chosen; a live shop shows none that came with the demo. */
export async function approvedReviews({ db, settings }: Shown, slice: repo.Slice): Promise<ReviewView[]> {
  const rows = await repo.listShown(db, settings.shopMode, slice);
  const images = await repo.listImages(db, rows, { max: maxImages });
  const names = settings.shopMode === 'demo' ? demoReviewerNames : [];
  return rows.map((row) => ({
    id: row.id,
    rating: row.rating,
    title: row.title,
    content: row.content,
    name: shownName(row, names),
    verified: row.verifiedPurchase,
    helpfulCount: row.helpfulCount,
    createdAt: row.createdAt.toISOString(),
    images: images
      .filter(({ reviewId }) => reviewId === row.id)
      .map(({ id, width, height }) => ({ id, width, height })),
    reply: row.reply,
  }));
}

/** Count, average and histogram of the reviews that everyone may see; null when there is none. */
export async function reviewSummary({ db, settings }: Shown, productId: string): Promise<ReviewSummary | null> {
  return summaryOf(await repo.countPerStar(db, settings.shopMode, productId));
}

/** What a page shows of a product's reviews: which and how many, its address says. When they cannot be read the list is empty: the page matters more. */
export async function reviewsForPage(
  ctx: Pick<Ctx, 'db' | 'settings' | 'log'>,
  productId: string,
  query: URLSearchParams,
) {
  const choice = choiceOf(query);
  try {
    const slice = { productId, limit: shownCount(query.get('show')), offset: 0, choice };
    const reviews = await approvedReviews(ctx, slice);
    return { productId, reviews, summary: await reviewSummary(ctx, productId), choice };
  } catch (error) {
    ctx.log.error({ err: error }, 'reviews could not be read');
    return { productId, reviews: [], summary: null, choice };
  }
}

/** Returns the photos of a review's form; a field in which nothing was chosen sends an empty file. */
export function photosOf(form: FormData): Promise<Uint8Array[]> {
  const files = form.getAll('images').filter((entry) => entry instanceof File);
  const chosen = files.filter(({ size }) => size > 0);
  return Promise.all(chosen.map(async (file) => new Uint8Array(await file.arrayBuffer())));
}

/** Draws the photos anew, one after the other. Refuses at the first that cannot be drawn. */
async function cleanImages(files: readonly Uint8Array[]): Promise<Result<CleanImage[], PhotoProblem>> {
  const images: CleanImage[] = [];
  for (const file of files) {
    const image = await cleanImage(file);
    if (!image.ok) return image;
    images.push(image.value);
  }
  return ok(images);
}

const isTooLong = (draft: Draft) =>
  (['title', 'content', 'reviewerName'] as const).some((field) => draft[field].length > longest[field]);

/** Whether an address may send another review today; asked before its pictures are read. */
export function mayReview(limits: Limits, ip: string): Promise<boolean> {
  return limits.left(byAddress, ip);
}

type Voter = { visitor: Pick<Visitor, 'ip' | 'user'> };
type Submission = Voter & { productId: string; draft: Draft; files: readonly Uint8Array[] };

/** What a review costs its address, and its author: the account, else the name that is signed with there. */
function costs({ draft, visitor: { ip, user } }: Submission) {
  const guest = `${networkOf(ip)} ${draft.reviewerName.toLowerCase()}`;
  return [
    { limit: byAddress, key: ip },
    { limit: byPerson, key: tokenHash(user?.id ?? guest) },
  ];
}

/**
 * Stores a review that waits for approval, with its pictures cleaned. Whether it is a verified purchase is read from
 * paid orders. Refuses what is missing in the order of the form, then texts, then the fourth of a day by one person, and only
 * then looks at the pictures.
 */
export async function submitReview(
  ctx: Ctx,
  limits: Limits,
  submission: Submission,
): Promise<Result<null, SubmitRefusal>> {
  const { productId, files, visitor } = submission;
  const draft = cleanDraft(submission.draft);
  const [missing] = missingOf(draft);
  if (missing !== undefined) return refuse(missing);
  if (isTooLong(draft)) return refuse('too_long');
  if (files.length > maxImages) return refuse('too_many_images');
  const [product] = await activeProducts(ctx.db, [productId]);
  if (product === undefined) return refuse('unknown_product');
  const cost = costs({ ...submission, draft });
  if ((await limits.takeAll(cost)).length > 0) return refuse('too_many');
  const images = await cleanImages(files);
  if (!images.ok) {
    await limits.giveBack(cost);
    return images;
  }
  await inTransaction(ctx.db, async (tx) => {
    const review = {
      productId,
      rating: draft.rating ?? 0,
      title: draft.title === '' ? null : draft.title,
      content: draft.content,
      reviewerName: draft.reviewerName,
      customerId: visitor.user?.id ?? null,
      verifiedPurchase: visitor.user !== null && (await hasBought(tx, productId, visitor.user)),
      isApproved: false,
      origin: ctx.settings.shopMode,
      createdAt: ctx.now(),
    };
    await repo.insertReview(tx, review, images.value);
  });
  return ok(null);
}

/** Counts one vote of an account, or of a guest's address, however often it is sent. Refuses `unknown_review` and `too_many`. */
export async function markHelpful(
  ctx: Ctx,
  limits: Limits,
  { reviewId, visitor: { ip, user } }: Voter & { reviewId: string },
): Promise<Result<{ helpfulCount: number }, 'unknown_review' | 'too_many'>> {
  if (!(await limits.take(votes, ip))) return refuse('too_many');
  const visitorKey = sign(ctx.settings.sessionSecret, 'helpful', user?.id ?? networkOf(ip));
  return decide(ctx.db, async (tx) => {
    const before = await repo.findHelpfulCount(tx, ctx.settings.shopMode, reviewId);
    if (before === null) return refuse('unknown_review');
    await repo.takeVote(tx, reviewId, visitorKey);
    const helpfulCount = await repo.findHelpfulCount(tx, ctx.settings.shopMode, reviewId);
    return ok({ helpfulCount: helpfulCount ?? before });
  });
}

/** A picture of a review that everyone may see, or null. */
export function reviewImage({ db, settings }: Shown, id: string) {
  return repo.findImage(db, id, settings.shopMode);
}
