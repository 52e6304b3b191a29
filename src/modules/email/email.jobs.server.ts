import { z } from 'zod';

import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import type { MailKind } from './mail.ts';
import { sendMail, sendMailJob, transactional, untilMailMayBeTried } from './send-mail.server.ts';

const input = z.object({ mailId: z.uuid() });

export const emailJobs = (kinds: readonly MailKind[]): JobDefinition[] => [
  {
    name: sendMailJob,
    // `sendMail` decides when a mail has failed. Until then a job that throws is retried.
    retryLimit: 10_000,
    retryDelaySeconds: 10,
    // Max delay between retries, so mails go out soon after an outage.
    retryDelayMaxSeconds: 30,
    pollingIntervalSeconds: 5,
    // One worker takes transactional mails only, so that bulk mails never delay them.
    workers: [
      { localConcurrency: 2, batchSize: 4 },
      { batchSize: 2, minPriority: transactional, pollingIntervalSeconds: 10 },
    ],
    onePerGroup: true,
    async work(ctx, data) {
      await untilMailMayBeTried(ctx.settings);
      await sendMail(ctx, kinds, input.parse(data).mailId);
    },
  },
];
