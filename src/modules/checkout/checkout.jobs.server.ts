import { eraseBuyersAtProvider } from '#modules/payments/erase-buyers.server.ts';
import { onceConnected, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { reconcile, reconcileRecent, sweepExpired } from './expire-checkouts.server.ts';
import { withoutBuyer } from './stripe-intent.schema.ts';

export const checkoutJobs: JobDefinition<PaymentsCtx>[] = [
  { name: 'sweep-expired-checkouts', everySeconds: 5, work: (ctx) => sweepExpired(ctx) },
  { name: 'reconcile-payments', everySeconds: 30, work: (ctx) => reconcile(ctx) },
  {
    name: 'reconcile-recent-payments',
    deadlineSeconds: 1_800,
    everySeconds: 600,
    work: onceConnected(reconcileRecent),
  },
  {
    name: 'forget-at-provider',
    deadlineSeconds: 1_800,
    everySeconds: 600,
    work: (ctx) => eraseBuyersAtProvider(ctx, withoutBuyer),
  },
];
