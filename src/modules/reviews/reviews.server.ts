import { demoReviewerNames } from '#content/demo-reviews.ts';
import { activeProducts } from '#modules/catalog/products.queries.server.ts';
import { hasBought } from '#modules/orders/sales.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import { sign, tokenHash } from '#platform/session/token.server.ts';
import type { PhotoProblem } from '#shared/photo.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { ReviewView, SubmitRefusal } from './reviews.schema.ts';
import { cleanImage, type CleanImage } from '#platform/images/clean-image.server.ts';
import {
  countPerStar,
  findHelpfulCount,
  findImage,
  insertReview,
  listImages,
  listShown,
  recordVote,
  type Slice,
} from './reviews.queries.server.ts';
import {
  choiceOf,
  cleanDraft,
  maxLengths,
  missingOf,
  maxImages,
  shownCount,
  shownName,
  summaryOf,
  type Choice,
  type Draft,
  type ReviewSummary,
} from './review.ts';

/**
 * Higher than the limit per person, because an office or a mobile network can share one address.
 */
const byAddress: Limit = { name: 'reviews-ip', points: 30, seconds: 86_400 };
const byPerson: Limit = { name: 'reviews-person', points: 3, seconds: 86_400 };
const votes: Limit = { name: 'review-votes-ip', points: 100, seconds: 86_400 };

type Shown = Pick<Ctx, 'db' | 'settings'>;

/** Returns the publicly visible reviews of a slice. A live shop shows no demo reviews. */
export async function approvedReviews({ db, settings }: Shown, slice: Slice): Promise<ReviewView[]> {
  const rows = await listShown(db, settings.shopMode, slice);
  const images = await listImages(db, rows, { max: maxImages });
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
    isSample: row.origin === 'demo' && row.reviewerName === null,
  }));
}

/** Returns count, average and histogram of the publicly visible reviews. Null if there are none. */
export async function reviewSummary({ db, settings }: Shown, productId: string): Promise<ReviewSummary | null> {
  return summaryOf(await countPerStar(db, settings.shopMode, productId));
}

/**
 * Returns the reviews that a page shows, selected by its query string. If they cannot be read the
 * list is empty, so that the page still loads.
 */
export async function reviewsForPage(
  ctx: Pick<Ctx, 'db' | 'settings' | 'log'>,
  productId: string,
  { query, defaultSort }: { query: URLSearchParams; defaultSort?: Choice['sort'] },
) {
  const choice = choiceOf(query, defaultSort);
  const isDemo = ctx.settings.shopMode === 'demo';
  try {
    const slice = { productId, limit: shownCount(query.get('show')), offset: 0, choice };
    const reviews = await approvedReviews(ctx, slice);
    return { productId, reviews, summary: await reviewSummary(ctx, productId), choice, isDemo };
  } catch (error) {
    ctx.log.error({ err: error }, 'reviews could not be read');
    return { productId, reviews: [], summary: null, choice, isDemo };
  }
}

/** Returns the most helpful review with three stars or fewer. Null if there is none. */
export async function criticalReview(ctx: Shown, { productId, summary }: Awaited<ReturnType<typeof reviewsForPage>>) {
  const maxStars = 3;
  const isMissing = summary?.histogram.every(({ stars, count }) => stars > maxStars || count === 0) ?? true;
  if (isMissing) return null;
  const choice = { sort: 'helpful', stars: null, photos: false } as const;
  const [review = null] = await approvedReviews(ctx, { productId, limit: 1, offset: 0, choice, maxStars });
  return review;
}

/**
 * Returns the photos of a review form. An empty file field sends an empty file, which is skipped.
 */
export function photosOf(form: FormData): Promise<Uint8Array[]> {
  const files = form.getAll('images').filter((entry) => entry instanceof File);
  const chosen = files.filter(({ size }) => size > 0);
  return Promise.all(chosen.map(async (file) => new Uint8Array(await file.arrayBuffer())));
}

/** Re-encodes the photos, one after the other. Fails at the first that cannot be decoded. */
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
  (['title', 'content', 'reviewerName'] as const).some((field) => draft[field].length > maxLengths[field]);

/** True when an address may send another review today. Checked before its pictures are read. */
export function mayReview(limits: Limits, ip: string): Promise<boolean> {
  return limits.hasRemaining(byAddress, ip);
}

type Voter = { visitor: Pick<Visitor, 'ip' | 'user'> };
type Submission = Voter & { productId: string; draft: Draft; files: readonly Uint8Array[] };

/**
 * Rate limit points of a review: one for the address and one for the author. The author is the
 * account, else the network and typed name.
 */
function costs({ draft, visitor: { ip, user } }: Submission) {
  const guest = `${networkOf(ip)} ${draft.reviewerName.toLowerCase()}`;
  return [
    { limit: byAddress, key: ip },
    { limit: byPerson, key: tokenHash(user?.id ?? guest) },
  ];
}

/**
 * Stores a review as pending, with re-encoded pictures. A verified purchase is determined from paid
 * orders.
 * Checks in this order: missing fields, text lengths, number of photos, product, the daily limit
 * per person, and only then the pictures.
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
  if ((await limits.consumeAll(cost)).length > 0) return refuse('too_many');
  const images = await cleanImages(files);
  if (!images.ok) {
    await limits.restorePoints(cost);
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
    await insertReview(tx, review, images.value);
  });
  return ok(null);
}

/**
 * Counts one vote per account, or per guest's network, however often it is sent. Refuses
 * `unknown_review` and `too_many`.
 */
export async function markHelpful(
  ctx: Ctx,
  limits: Limits,
  { reviewId, visitor: { ip, user } }: Voter & { reviewId: string },
): Promise<Result<{ helpfulCount: number }, 'unknown_review' | 'too_many'>> {
  if (!(await limits.consume(votes, ip))) return refuse('too_many');
  const visitorKey = sign(ctx.settings.sessionSecret, 'helpful', user?.id ?? networkOf(ip));
  return inResultTransaction(ctx.db, async (tx) => {
    const before = await findHelpfulCount(tx, ctx.settings.shopMode, reviewId);
    if (before === null) return refuse('unknown_review');
    await recordVote(tx, reviewId, visitorKey);
    const helpfulCount = await findHelpfulCount(tx, ctx.settings.shopMode, reviewId);
    return ok({ helpfulCount: helpfulCount ?? before });
  });
}

/** Returns a picture of a publicly visible review, or null. */
export function reviewImage({ db, settings }: Shown, id: string) {
  return findImage(db, id, settings.shopMode);
}
