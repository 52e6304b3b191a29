import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { forgetClosedOrders } from './service.server.ts';

export const personalDataJobs: JobDefinition[] = [
  { name: 'forget-closed-orders', everySeconds: 3_600, work: (ctx) => forgetClosedOrders(ctx) },
];
