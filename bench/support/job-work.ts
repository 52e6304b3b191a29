import { sql } from 'drizzle-orm';

import type { PaymentsCtx } from '#modules/payments/payments.server.ts';

import { shopJobs } from '../../src/app/job-registry.server.ts';
import { shopPersonalData } from '../../src/app/personal-data-registry.server.ts';
import type { Ask } from './admin-addresses.ts';

/** Data of jobs that are about one thing. */
async function jobData(ask: Ask): Promise<Record<string, object>> {
  const [row] = await ask<{ mail: string; order: string; intent: string }>(`select
    (select id from mails where state = 'sent' order by created_at desc limit 1) as mail, id as order, payment_intent_id as intent
    from orders order by placed_at desc limit 1`);
  return {
    'send-mail': { mailId: row?.mail },
    'send-conversion': { orderId: row?.order },
    'read-refunds': { intentId: row?.intent },
  };
}

export type Work = { name: string; work: () => PromiseLike<unknown> };

/** Lists every background job, the question if it is due, and each part of retention by itself. */
export async function jobWork(ctx: PaymentsCtx, ask: Ask): Promise<Work[]> {
  const data = await jobData(ask);
  const jobs = shopJobs.flatMap((job): Work[] => {
    const isAboutOne = job.everySeconds === undefined && job.isDue === undefined;
    if (isAboutOne && data[job.name] === undefined) throw new Error(`${job.name} needs an entry in jobData`);
    const due = job.isDue?.(ctx);
    return [
      { name: `job ${job.name}`, work: async () => job.work(ctx, data[job.name] ?? {}) },
      ...(due === undefined ? [] : [{ name: `job ${job.name} (due)`, work: () => ctx.db.execute(sql`select ${due}`) }]),
    ];
  });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const parts = shopPersonalData.flatMap(({ retention = {} }) => Object.entries(retention));
  return [
    ...jobs,
    ...parts.map(([name, erase]) => ({ name: `retention ${name}`, work: () => erase(ctx.db, daysAgo) })),
  ];
}
