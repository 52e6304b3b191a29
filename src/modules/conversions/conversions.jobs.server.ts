import { z } from 'zod';

import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { sendConversionJob, sendPurchase } from './conversions.server.ts';

const input = z.object({ orderId: z.uuid() });

export const conversionJobs: JobDefinition[] = [
  {
    name: sendConversionJob,
    retryLimit: 5,
    retryDelaySeconds: 60,
    work: (ctx, data) => sendPurchase(ctx, input.parse(data).orderId),
  },
];
