import { createRoute, type z } from '@hono/zod-openapi';

import type { Ctx } from '#platform/ctx.server.ts';
import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { HttpError, notFound } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import {
  helpfulOutput,
  helpfulRefusals,
  listInput,
  listOutput,
  reviewParams,
  submitInput,
  submitOutput,
  submitRefusals,
} from './contract.ts';
import { choiceOf, countOf, pageSize } from './rules.ts';
import { approvedReviews, markHelpful, mayReview, reviewImage, reviewSummary, submitReview } from './service.server.ts';

function answer<S extends z.ZodType>(schema: S, description: string) {
  return { content: { 'application/json': { schema } }, description };
}

const list = createRoute({
  method: 'get',
  path: '/reviews',
  summary: 'Approved reviews of a product, newest first or as asked for, six at a time',
  request: { query: listInput },
  responses: { 200: answer(listOutput, 'Done') },
});

const submit = endpointWithBody('post', '/reviews', 'Send a review for approval', submitInput, submitOutput);

const helpful = createRoute({
  method: 'post',
  path: '/reviews/{id}/helpful',
  summary: 'Say once that a review helped',
  request: { params: reviewParams },
  responses: { 200: answer(helpfulOutput, 'Counted, now or before') },
});

const image = createRoute({
  method: 'get',
  path: '/reviews/images/{id}',
  summary: 'A picture of an approved review',
  request: { params: reviewParams },
  responses: { 200: { description: 'The picture' } },
});

const yearly = 'public, max-age=31536000, immutable';

export function reviewRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(list, async (c) => {
    const { product_id: productId, offset, ...asked } = c.req.valid('query');
    const choice = choiceOf(new Map(Object.entries(asked)));
    const reviews = await approvedReviews(ctx, { productId, limit: pageSize, offset, choice });
    const summary = await reviewSummary(ctx, productId);
    return c.json({ reviews, total: summary === null ? 0 : countOf(summary, choice), summary }, 200);
  });
  routes.post('/reviews', async (c, next) => {
    if (await mayReview(limits, c.get('visitor').ip)) return next();
    return c.json({ error: 'too_many', message: submitRefusals.too_many }, 429);
  });
  routes.openapi(submit, async (c) => {
    const body = c.req.valid('json');
    const { rating, title, content } = body;
    const draft = { rating, title: title ?? '', content, reviewerName: body.reviewer_name };
    const files = body.images.map((base64) => Buffer.from(base64, 'base64'));
    const sent = await submitReview(ctx, limits, { productId: body.product_id, draft, files }, c.get('visitor'));
    if (sent.ok) return c.json({ success: true as const }, 200);
    const refusal = { error: sent.reason, message: submitRefusals[sent.reason] };
    return sent.reason === 'too_many' ? c.json(refusal, 429) : c.json(refusal, 422);
  });
  routes.openapi(helpful, async (c) => {
    const marked = await markHelpful(ctx, limits, c.req.valid('param').id, c.get('visitor'));
    if (marked.ok) return c.json({ helpful_count: marked.value.helpfulCount }, 200);
    throw new HttpError(marked.reason === 'too_many' ? 429 : 404, marked.reason, helpfulRefusals[marked.reason]);
  });
  routes.openapi(image, async (c) => {
    const found = await reviewImage(ctx, c.req.valid('param').id);
    if (found === null) throw notFound();
    const headers = {
      'Cache-Control': yearly,
      'Content-Type': found.kind,
      'Content-Security-Policy': "default-src 'none'",
    };
    return c.body(new Uint8Array(found.bytes), 200, headers);
  });
  return routes;
}
