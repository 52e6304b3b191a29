import { z } from 'zod';

import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { readDisputes } from './disputes/service.server.ts';
import { eraseClosedOrders } from './personal-data.server.ts';
import { queueRefundMails } from './mails/service.server.ts';
import { completeDelivered } from './fulfilment/service.server.ts';
import { finishRefunds, readRecentRefunds, readRefundsJob, readRefundsOf } from './refunds/service.server.ts';

const input = z.object({ intentId: z.string() });

export const orderJobs: JobDefinition<PaymentsCtx>[] = [
  { name: readRefundsJob, work: (ctx, data) => readRefundsOf(ctx, input.parse(data).intentId) },
  { name: 'tell-refunds', everySeconds: 30, work: (ctx) => queueRefundMails(ctx) },
  { name: 'forget-closed-orders', everySeconds: 3_600, work: (ctx) => eraseClosedOrders(ctx) },
  { name: 'complete-delivered-orders', everySeconds: 3_600, work: (ctx) => completeDelivered(ctx) },
  { name: 'finish-refunds', everySeconds: 60, work: (ctx) => finishRefunds(ctx) },
  {
    name: 'reconcile-returned-money',
    everySeconds: 600,
    async work(ctx) {
      await readRecentRefunds(ctx);
      await readDisputes(ctx);
    },
  },
];
