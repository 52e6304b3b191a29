import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { forgetOldEvents, type PaymentsCtx } from './service.server.ts';

export const paymentJobs: JobDefinition<PaymentsCtx>[] = [
  {
    name: 'sandbox-events',
    everySeconds: 1,
    async work(ctx) {
      await ctx.payments.sandbox?.settle(ctx.now());
      await ctx.payments.deliverEvents();
    },
  },
  { name: 'forget-provider-events', everySeconds: 86_400, work: (ctx) => forgetOldEvents(ctx) },
];
