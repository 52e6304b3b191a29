import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';

export const consentInput = z.object({ ads: z.boolean(), version: z.string().min(1).max(40) });

export const consentOutput = z.object({ success: z.literal(true) });

export const decideCall = endpointWithBody('post', '/consent', {
  summary: 'Agree to the measurement of advertising, or not',
  input: consentInput,
  output: consentOutput,
});
