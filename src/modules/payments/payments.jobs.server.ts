import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { refreshWebhook } from './edit-payment-keys.server.ts';
import { neverDue } from './payments.queries.server.ts';
import type { PaymentsCtx } from './payments.server.ts';

export const paymentJobs: JobDefinition<PaymentsCtx>[] = [
  { name: 'register-webhook', everySeconds: 60, work: (ctx) => refreshWebhook(ctx) },
  {
    name: 'sandbox-events',
    isDue: ({ payments }) => payments.sandbox?.isDue ?? neverDue,
    async work(ctx) {
      await ctx.payments.sandbox?.settle(ctx.now());
      await ctx.payments.deliverEvents();
    },
  },
];
