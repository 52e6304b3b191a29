import { createRoute, z } from '@hono/zod-openapi';

import { successOutput, json, errorBodySchema } from '#platform/http/endpoint.server.ts';
import { formatCount } from '#shared/money.ts';
import { photoProblems } from '#shared/photo.ts';

import { draftProblems, maxLengths, maxImages } from './review.ts';

export const submitRefusals = {
  rating_required: draftProblems.rating_required.description,
  content_required: draftProblems.content_required.description,
  name_required: draftProblems.name_required.description,
  too_long: `Please keep the title within ${maxLengths.title}, the review within ${formatCount(maxLengths.content)} and the name within ${maxLengths.reviewerName} characters.`,
  too_many_images: `A review takes up to ${maxImages} photos.`,
  ...photoProblems,
  unknown_product: 'This product can no longer be reviewed.',
  too_many: 'You have sent several reviews today. Please try again tomorrow.',
};

export type SubmitRefusal = keyof typeof submitRefusals;

export const helpfulRefusals = {
  unknown_review: 'This review is no longer shown.',
  too_many: 'You have marked many reviews today. Please try again tomorrow.',
} as const;

/** A review in its public form. */
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
  /** Public reply of the shop. */
  reply: z.string().nullable(),
  /** True for a review from the demo data, with rendered photos. */
  isSample: z.boolean(),
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

/**
 * Text fields of the review form. Approval, verification and customer are set by the server and
 * never read from it.
 */
export const submitInput = z.object({
  product_id: z.uuid(),
  rating: z.enum(['', '1', '2', '3', '4', '5']).default(''),
  title: z.string().default(''),
  content: z.string().default(''),
  reviewer_name: z.string().default(''),
});

const photoFile = z.custom<File>().openapi({ type: 'string', format: 'binary' });
const submitForm = submitInput.extend({ images: z.array(photoFile).max(maxImages).optional() });

const reviewParams = z.object({ id: z.uuid() });
const helpfulOutput = z.object({ helpful_count: z.number() });

export const submitCall = createRoute({
  method: 'post',
  path: '/reviews',
  summary: 'Submit a review for approval, with up to 3 photos',
  request: { body: { content: { 'multipart/form-data': { schema: submitForm } }, required: true } },
  responses: {
    200: json(successOutput, 'Done'),
    413: json(errorBodySchema, 'More than 10 MB, or too many fields or files'),
    422: json(errorBodySchema, 'Rejected. `error` names the reason'),
    429: json(errorBodySchema, 'Too many requests'),
  },
});

export const listCall = createRoute({
  method: 'get',
  path: '/reviews',
  summary: 'List a product’s approved reviews, six per page',
  request: { query: listInput },
  responses: { 200: json(listOutput, 'Done'), 400: json(errorBodySchema, 'The request is invalid') },
});

export const helpfulCall = createRoute({
  method: 'post',
  path: '/reviews/{id}/helpful',
  summary: 'Mark a review as helpful',
  request: { params: reviewParams },
  responses: { 200: json(helpfulOutput, 'Counted, now or before'), 404: json(errorBodySchema, 'Not found') },
});

export const imageCall = createRoute({
  method: 'get',
  path: '/review-images/{id}',
  summary: 'Get a photo from an approved review',
  request: { params: reviewParams },
  responses: { 200: { description: 'The picture' }, 404: json(errorBodySchema, 'Not found') },
});
