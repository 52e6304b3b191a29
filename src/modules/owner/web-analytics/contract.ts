import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { choices } from '#modules/persuading/quiz/rules.ts';

export const seenInput = z.object({
  path: z.string().min(1).max(200),
  from: z.string().max(2_000).optional(),
  campaign: z.string().max(200).optional(),
  step: z.enum(['cart']).optional(),
  quiz: z.enum(choices.primaryConcern).optional(),
});

export const seenOutput = z.object({ success: z.literal(true) });

export const seenCall = endpointWithBody('post', '/visit', {
  summary: 'Count a page view, without a cookie',
  input: seenInput,
  output: seenOutput,
});

export type Seen = z.input<typeof seenInput>;
