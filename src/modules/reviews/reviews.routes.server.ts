import { createMiddleware } from 'hono/factory';

import type { Ctx } from '#platform/ctx.server.ts';
import { parseFormMiddleware } from '#platform/http/request-validation.server.ts';
import { unwrapOrThrow, HttpError, notFound } from '#platform/http/http-error.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';
import { badInput, newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import {
  helpfulCall,
  helpfulRefusals,
  imageCall,
  listCall,
  submitCall,
  submitInput,
  submitRefusals,
} from './reviews.schema.ts';
import { choiceOf, countOf, pageSize } from './review.ts';
import {
  approvedReviews,
  markHelpful,
  mayReview,
  photosOf,
  reviewImage,
  reviewSummary,
  submitReview,
} from './reviews.server.ts';

const tooMany = () => new HttpError(429, 'too_many', submitRefusals.too_many);

export function reviewRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(listCall, async (c) => {
    const { product_id: productId, offset, ...filters } = c.req.valid('query');
    const choice = choiceOf(new Map(Object.entries(filters)));
    const reviews = await approvedReviews(ctx, { productId, limit: pageSize, offset, choice });
    const summary = await reviewSummary(ctx, productId);
    return c.json({ reviews, total: summary === null ? 0 : countOf(summary, choice), summary }, 200);
  });
  const mayStill = createMiddleware<ShopEnv>(async (c, next) => {
    if (await mayReview(limits, c.get('visitor').ip)) return next();
    throw tooMany();
  });
  routes.openAPIRegistry.registerPath(submitCall);
  // Bypasses the contract's own parser, which would parse the form a second time.
  routes.post(
    '/reviews',
    mayStill,
    parseFormMiddleware(() => true),
    async (c) => {
      const form = c.get('form') ?? new FormData();
      const read = submitInput.safeParse(Object.fromEntries(form));
      if (!read.success) return c.json(badInput(read.error), 400);
      const { product_id: productId, rating, title, content, reviewer_name: reviewerName } = read.data;
      const draft = { rating: rating === '' ? null : Number(rating), title, content, reviewerName };
      const submission = { productId, draft, files: await photosOf(form), visitor: c.get('visitor') };
      const submitted = await submitReview(ctx, limits, submission);
      if (!submitted.ok && submitted.reason === 'too_many') throw tooMany();
      unwrapOrThrow(submitted, submitRefusals);
      return c.json({ success: true as const }, 200);
    },
  );
  routes.openapi(helpfulCall, async (c) => {
    const marked = await markHelpful(ctx, limits, { reviewId: c.req.valid('param').id, visitor: c.get('visitor') });
    if (marked.ok) return c.json({ helpful_count: marked.value.helpfulCount }, 200);
    throw new HttpError(marked.reason === 'too_many' ? 429 : 404, marked.reason, helpfulRefusals[marked.reason]);
  });
  routes.openapi(imageCall, async (c) => {
    const found = await reviewImage(ctx, c.req.valid('param').id);
    if (found === null) throw notFound();
    return pictureResponse(found, 'daily');
  });
  return routes;
}
