import { z } from 'zod';

import { successOutput, endpointWithBody } from '#platform/http/endpoint.server.ts';
import { choices } from '#modules/quiz/quiz.ts';

export const pageViewInput = z.object({
  path: z.string().min(1).max(200),
  /** Referrer URL, '' if the browser sends none. Absent within the shop. */
  from: z.string().max(2_000).optional(),
  campaign: z.string().max(200).optional(),
  step: z.enum(['cart']).optional(),
  quiz: z.enum(choices.primaryConcern).optional(),
});

export const pageViewCall = endpointWithBody('post', '/visit', {
  summary: 'Count a page view, without a cookie',
  input: pageViewInput,
  output: successOutput,
});

export type PageView = z.input<typeof pageViewInput>;
