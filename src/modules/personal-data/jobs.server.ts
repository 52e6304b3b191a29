import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { forgetAtProvider, forgetClosedOrders } from './service.server.ts';

export const personalDataJobs: JobDefinition<PaymentsCtx>[] = [
  { name: 'forget-closed-orders', everySeconds: 3_600, work: (ctx) => forgetClosedOrders(ctx) },
  { name: 'forget-at-provider', everySeconds: 600, work: (ctx) => forgetAtProvider(ctx) },
];
