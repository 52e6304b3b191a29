import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';

import { done, endpointWithBody, json } from '#platform/http/endpoint.server.ts';
import { formatCount } from '#shared/money.ts';

import { draftProblems, longest, mostImages } from './rules.ts';

export const submitRefusals = {
  rating_required: draftProblems.rating_required.description,
  content_required: draftProblems.content_required.description,
  name_required: draftProblems.name_required.description,
  too_long: `Please keep the title within ${longest.title}, the review within ${formatCount(longest.content)} and the name within ${longest.reviewerName} characters.`,
  too_many_images: `A review takes up to ${mostImages} photos.`,
  image_refused:
    'Please choose JPEG, PNG or WebP photos of at most 10 MB and 40 megapixels each, progressive ones of at most 8.',
  unknown_product: 'This product can no longer be reviewed.',
  too_many: 'You have sent several reviews today. Please try again tomorrow.',
};

export type SubmitRefusal = keyof typeof submitRefusals;

export const helpfulRefusals = {
  unknown_review: 'This review is no longer shown.',
  too_many: 'You have marked many reviews today. Please try again tomorrow.',
} as const;

/** A review as everyone may see it. */
const reviewView = z.object({
  id: z.string(),
  rating: z.number(),
  title: z.string().nullable(),
  content: z.string(),
  name: z.string(),
  verified: z.boolean(),
  helpfulCount: z.number(),
  /** ISO time. */
  createdAt: z.string(),
  images: z.array(z.object({ id: z.string(), width: z.number(), height: z.number() })),
  /** What the shop answers. */
  reply: z.string().nullable(),
});
export type ReviewView = z.infer<typeof reviewView>;

const listInput = z.object({
  product_id: z.uuid(),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  sort: z.enum(['newest', 'highest', 'helpful']).default('newest'),
  stars: z.enum(['1', '2', '3', '4', '5']).optional(),
  photos: z.literal('1').optional(),
});

const listOutput = z.object({
  reviews: z.array(reviewView),
  total: z.number(),
  summary: z
    .object({
      count: z.number(),
      average: z.number(),
      histogram: z.array(z.object({ stars: z.number(), count: z.number(), withPhotos: z.number() })),
    })
    .nullable(),
});

/** What a visitor says; approval, verification and customer are the server's alone and are not even read. */
const submitInput = z.object({
  product_id: z.uuid(),
  rating: z.number().int().min(1).max(5).nullable().default(null),
  title: z.string().max(10_000).nullable().default(null),
  content: z.string().max(100_000).default(''),
  reviewer_name: z.string().max(10_000).default(''),
  /** Base64 without a prefix; what it holds is looked at byte by byte. */
  images: z.array(z.string()).max(20).default([]),
});

const reviewParams = z.object({ id: z.uuid() });
const helpfulOutput = z.object({ helpful_count: z.number() });

export const submitCall = endpointWithBody('post', '/reviews', {
  summary: 'Send a review for approval',
  input: submitInput,
  output: done,
});

export const listCall = createRoute({
  method: 'get',
  path: '/reviews',
  summary: 'Approved reviews of a product, newest first or as asked for, six at a time',
  request: { query: listInput },
  responses: { 200: json(listOutput, 'Done') },
});

export const helpfulCall = createRoute({
  method: 'post',
  path: '/reviews/{id}/helpful',
  summary: 'Say once that a review helped',
  request: { params: reviewParams },
  responses: { 200: json(helpfulOutput, 'Counted, now or before') },
});

export const imageCall = createRoute({
  method: 'get',
  path: '/reviews/images/{id}',
  summary: 'A picture of an approved review',
  request: { params: reviewParams },
  responses: { 200: { description: 'The picture' } },
});
