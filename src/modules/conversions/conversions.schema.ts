import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';

const texts = z.record(z.string().max(40), z.unknown());

/**
 * Purchase event from the browser. Only the event's name and id are read: amounts and buyer come
 * from the order.
 */
export const conversionInput = z.object({
  event_name: z.literal('Purchase'),
  event_id: z.string().regex(/^purchase_[A-Z]{1,6}-[2-9A-Z]{8}$/),
  event_data: texts.optional(),
  user_data: texts.optional(),
  event_source_url: z.string().max(500).optional(),
});

export const conversionOutput = z.object({ success: z.literal(true) });

export const trackConversionCall = endpointWithBody('post', '/track-meta-conversion', {
  summary: 'Report a purchase to Meta if the customer consented',
  input: conversionInput,
  output: conversionOutput,
});
