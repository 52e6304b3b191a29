import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { deliverDue, forgetOld } from './delivery/service.server.ts';

export const webhookJobs: JobDefinition[] = [
  { name: 'send-webhooks', everySeconds: 2, work: (ctx) => deliverDue(ctx) },
  { name: 'forget-webhooks', everySeconds: 3_600, work: (ctx) => forgetOld(ctx) },
];
