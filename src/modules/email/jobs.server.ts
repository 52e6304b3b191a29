import { z } from 'zod';

import type { Ctx } from '#platform/ctx.server.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { mailTries, sendMail, sendMailJob, type Complete } from './service.server.ts';

const input = z.object({ mailId: z.uuid() });

type CompleteWith<C> = (ctx: C, ...mail: Parameters<Complete>) => ReturnType<Complete>;

/** The sending of mails; `complete` adds what only modules know that this one does not. */
export const emailJobs = <C extends Ctx>(complete: CompleteWith<C>): JobDefinition<C>[] => [
  {
    name: sendMailJob,
    retryLimit: mailTries - 1,
    retryDelaySeconds: 15,
    retryDelayMaxSeconds: 4 * 60 * 60,
    work: (ctx, data) => sendMail(ctx, input.parse(data).mailId, (...mail) => complete(ctx, ...mail)),
  },
];
