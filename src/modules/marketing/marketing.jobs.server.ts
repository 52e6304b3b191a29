import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { notifyBackInStock } from './email-capture.server.ts';

export const marketingJobs: JobDefinition[] = [
  { name: 'tell-back-in-stock', everySeconds: 60, work: (ctx) => notifyBackInStock(ctx) },
];
