import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { deliverDue } from './deliver-webhooks.server.ts';

export const webhookJobs: JobDefinition[] = [
  {
    name: 'send-webhooks',
    everySeconds: 5,
    async work(ctx) {
      while ((await deliverDue(ctx)) > 0);
    },
  },
];
