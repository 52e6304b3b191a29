import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { sendConversionJob, sendPurchase } from './service.server.ts';

function orderIdOf(data: unknown): string | null {
  const named = typeof data === 'object' && data !== null && 'orderId' in data ? data.orderId : null;
  return typeof named === 'string' ? named : null;
}

export const conversionJobs: JobDefinition[] = [
  {
    name: sendConversionJob,
    retryLimit: 5,
    retryDelaySeconds: 60,
    async work(ctx, data) {
      const orderId = orderIdOf(data);
      if (orderId !== null) await sendPurchase(ctx, orderId);
    },
  },
];
