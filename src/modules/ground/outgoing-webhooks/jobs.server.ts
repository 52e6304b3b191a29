import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { deliverDue, forgetOld, isDeliveryDue } from './delivery/service.server.ts';

export const webhookJobs: JobDefinition[] = [
  { name: 'send-webhooks', isDue: () => isDeliveryDue, work: (ctx) => deliverDue(ctx) },
  { name: 'forget-webhooks', everySeconds: 3_600, work: (ctx) => forgetOld(ctx) },
];
