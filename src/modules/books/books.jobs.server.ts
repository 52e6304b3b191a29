import { onceConnected, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { importBalance } from './import-balance.server.ts';

export const booksJobs: JobDefinition<PaymentsCtx>[] = [
  { name: 'read-balance-transactions', deadlineSeconds: 1_800, everySeconds: 600, work: onceConnected(importBalance) },
];
