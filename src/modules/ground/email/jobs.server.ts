import { z } from 'zod';

import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import type { MailKind } from './rules.ts';
import { mailTries, sendMail, sendMailJob } from './service.server.ts';

const input = z.object({ mailId: z.uuid() });

export const emailJobs = (kinds: readonly MailKind[]): JobDefinition[] => [
  {
    name: sendMailJob,
    retryLimit: mailTries - 1,
    retryDelaySeconds: 15,
    retryDelayMaxSeconds: 4 * 60 * 60,
    work: (ctx, data) => sendMail(ctx, kinds, input.parse(data).mailId),
  },
];
