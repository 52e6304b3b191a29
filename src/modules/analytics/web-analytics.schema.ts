import { z } from 'zod';

import { successOutput, endpointWithBody } from '#platform/http/endpoint.server.ts';
import { choices } from '#modules/quiz/quiz.ts';
import { arrivalInput } from '#shared/visit-source.schema.ts';

export const pageViewInput = arrivalInput.extend({
  path: z.string().min(1).max(200),
  step: z.enum(['cart']).optional(),
  quiz: z.enum(choices.primaryConcern).optional(),
});

export const pageViewCall = endpointWithBody('post', '/visit', {
  summary: 'Record a page view without cookies',
  input: pageViewInput,
  output: successOutput,
});

export type PageView = z.input<typeof pageViewInput>;
