import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { isSandboxDue } from './payments.queries.server.ts';
import { forgetOldEvents, type PaymentsCtx } from './payments.server.ts';

export const paymentJobs: JobDefinition<PaymentsCtx>[] = [
  {
    name: 'sandbox-events',
    everySeconds: 5,
    async work({ db, payments: { sandbox }, now }) {
      if (sandbox === null || !(await isSandboxDue(db, sandbox))) return;
      await sandbox.settle(now());
      await sandbox.deliverEvents();
    },
  },
  { name: 'forget-provider-events', everySeconds: 86_400, work: (ctx) => forgetOldEvents(ctx) },
];
