import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';

import { orderRecord } from './order-record.schema.ts';
import { json } from '#platform/http/endpoint.server.ts';

/**
 * Max length of a text that is searched for an order number. It may be pasted with a sentence
 * around it.
 */
const numberTextMax = 200;

export const trackInput = z.object({ orderNumber: z.string().max(numberTextMax), email: z.string().max(255) });

export const trackingInfo = orderRecord.pick({ orderNumber: true, trackingNumber: true }).extend({
  lastUpdate: z.string(),
  status: z.string(),
  carrier: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  packages: z
    .array(z.object({ carrier: z.string().nullable(), trackingNumber: z.string(), trackingUrl: z.string() }))
    .describe('All packages; carrier, number and link above are those of the first'),
  estimatedDelivery: z.string().nullable(),
  shippingAddress: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  timeline: z.array(
    z.object({ status: z.string(), date: z.string().nullable(), location: z.string(), completed: z.boolean() }),
  ),
  items: z.array(z.object({ name: z.string(), quantity: z.number(), price: z.number() })),
});

/** `watch` is a token that proves that this page has shown the order before. */
export const watchInput = z.object({ watch: z.string().max(200) });
export const trackOutput = z.object({ success: z.literal(true), trackingInfo });
export const trackRefused = z.object({ success: z.literal(false), error: z.string() });

/**
 * One message for a wrong number and a wrong email, so that it does not reveal which orders exist.
 */
export const trackRefusals = {
  incomplete: 'Please enter both order number and email address',
  not_found: 'Order not found',
  too_many: 'Too many lookups. Please try again later.',
} as const;

export type TrackRefusal = keyof typeof trackRefusals;
export type TrackingInfo = z.infer<typeof trackingInfo>;

type Lookup<P extends string, I extends z.ZodType> = {
  path: P;
  input: I;
  summary: string;
  found: string;
  missed: string;
};

const lookup = <P extends string, I extends z.ZodType>({ path, input, summary, found, missed }: Lookup<P, I>) =>
  createRoute({
    method: 'post',
    path,
    summary,
    request: { body: { content: { 'application/json': { schema: input } }, required: true } },
    responses: {
      200: json(trackOutput, found),
      422: json(trackRefused, missed),
      429: json(trackRefused, 'Too many lookups'),
    },
  });

export const trackCall = lookup({
  path: '/track-order',
  input: trackInput,
  summary: 'Track an order by number and email address',
  found: 'Found',
  missed: 'Not found, or a field is missing',
});

export const againCall = lookup({
  path: '/track-order/again',
  input: watchInput,
  summary: 'Refresh a tracked order',
  found: 'Current status',
  missed: 'This order wasn’t tracked before',
});
