import { z } from 'zod';

import { successOutput, endpointWithBody } from '#platform/http/endpoint.server.ts';

export const decideCall = endpointWithBody('post', '/consent', {
  summary: 'Agree to the measurement of advertising, or not',
  input: z.object({ ads: z.boolean(), version: z.string().min(1).max(40) }),
  output: successOutput,
});
