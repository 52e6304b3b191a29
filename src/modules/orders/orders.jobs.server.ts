import { z } from 'zod';

import { onceConnected, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { importDisputes } from './disputes.server.ts';
import { completeDelivered } from './fulfillment.server.ts';
import { numberDocuments } from './number-documents.server.ts';
import { hasWaitingDocuments } from './order-documents.queries.server.ts';
import { eraseClosedOrders } from './orders.personal-data.server.ts';
import { fillReturnParts } from './return-parts.server.ts';
import { hasReturnWithoutParts } from './return-parts.queries.server.ts';
import { finishRefunds, importRecentRefunds, readRefundsJob, importRefunds } from './refunds.server.ts';
import { countSalesDays } from './sales-days.server.ts';
import { enqueueRefundEmails } from './send-order-emails.server.ts';

const input = z.object({ intentId: z.string() });

export const orderJobs: JobDefinition<PaymentsCtx>[] = [
  { name: readRefundsJob, work: (ctx, data) => importRefunds(ctx, input.parse(data).intentId) },
  { name: 'count-sales-days', deadlineSeconds: 1_800, everySeconds: 60, work: ({ db }) => countSalesDays(db) },
  { name: 'tell-refunds', everySeconds: 30, work: (ctx) => enqueueRefundEmails(ctx) },
  { name: 'forget-closed-orders', deadlineSeconds: 1_800, everySeconds: 3_600, work: (ctx) => eraseClosedOrders(ctx) },
  { name: 'complete-delivered-orders', everySeconds: 3_600, work: (ctx) => completeDelivered(ctx) },
  {
    name: 'number-documents',
    deadlineSeconds: 1_800,
    isDue: () => hasWaitingDocuments,
    work: (ctx) => numberDocuments(ctx),
  },
  {
    name: 'fill-return-parts',
    deadlineSeconds: 1_800,
    isDue: () => hasReturnWithoutParts,
    work: (ctx) => fillReturnParts(ctx),
  },
  { name: 'finish-refunds', deadlineSeconds: 1_800, everySeconds: 60, work: (ctx) => finishRefunds(ctx) },
  {
    name: 'reconcile-returned-money',
    deadlineSeconds: 1_800,
    everySeconds: 600,
    work: onceConnected(async (ctx) => {
      await importRecentRefunds(ctx);
      await importDisputes(ctx);
    }),
  },
];
