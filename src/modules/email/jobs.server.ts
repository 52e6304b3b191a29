import { z } from 'zod';

import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import { mailTries, sendMail, sendMailJob } from './service.server.ts';

const input = z.object({ mailId: z.uuid() });

export const emailJobs: JobDefinition[] = [
  {
    name: sendMailJob,
    retryLimit: mailTries - 1,
    retryDelaySeconds: 15,
    retryDelayMaxSeconds: 4 * 60 * 60,
    work: (ctx, data) => sendMail(ctx, input.parse(data).mailId),
  },
];
