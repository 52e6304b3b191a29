import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { deliverDue, isDeliveryDue } from './deliver-webhooks.server.ts';

export const webhookJobs: JobDefinition[] = [
  { name: 'send-webhooks', isDue: () => isDeliveryDue, work: (ctx) => deliverDue(ctx) },
];
