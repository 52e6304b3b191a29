import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';

const texts = z.record(z.string().max(40), z.unknown());

/** As the browser tells it. Only the name of the event is read: amounts and person are the order's own. */
export const conversionInput = z.object({
  event_name: z.literal('Purchase'),
  event_id: z.string().regex(/^purchase_[A-Z]{1,6}-[2-9A-Z]{8}$/),
  event_data: texts.optional(),
  user_data: texts.optional(),
  event_source_url: z.string().max(500).optional(),
});

export const conversionOutput = z.object({ success: z.literal(true) });

export const trackConversionCall = endpointWithBody('post', '/track-meta-conversion', {
  summary: 'A browser saw a purchase; the server tells the advertiser if the buyer agreed',
  input: conversionInput,
  output: conversionOutput,
});
