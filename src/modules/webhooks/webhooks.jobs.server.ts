import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { deliverDue } from './deliver-webhooks.server.ts';
import { isDeliveryDue } from './webhooks.queries.server.ts';

export const webhookJobs: JobDefinition[] = [
  { name: 'send-webhooks', deadlineSeconds: 60, isDue: () => isDeliveryDue, work: (ctx) => deliverDue(ctx) },
];
