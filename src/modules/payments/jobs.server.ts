import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { finishProcessing } from './sandbox/confirm.server.ts';
import { finishRefunds } from './sandbox/refunds.server.ts';
import type { PaymentsCtx } from './service.server.ts';

export const paymentJobs: JobDefinition<PaymentsCtx>[] = [
  {
    name: 'sandbox-events',
    everySeconds: 1,
    async work(ctx) {
      if (ctx.payments.mode !== 'sandbox') return;
      await finishProcessing(ctx.db, ctx.now());
      await finishRefunds(ctx.db, ctx.now());
      await ctx.payments.deliverEvents();
    },
  },
];
