import { z } from 'zod';

import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

import type { MailKind } from './mail.ts';
import { sendMailJob, transactional } from './enqueue-mail.server.ts';
import { mayTryMails, sendMail } from './send-mail.server.ts';

const input = z.object({ mailId: z.uuid() });

/** Mails that one process sends at once, and how many more if they are transactional. */
const [shared, reserved] = [4, 2];

export const emailJobs = (kinds: readonly MailKind[]): JobDefinition[] => [
  {
    name: sendMailJob,
    // `sendMail` decides when a mail has failed. Until then a job that throws is retried.
    retryLimit: 10_000,
    retryDelaySeconds: 10,
    // Max delay between retries, so mails go out soon after an outage.
    retryDelayMaxSeconds: 30,
    workers: Array.from({ length: shared + reserved }, (_, n) => (n < shared ? {} : { minPriority: transactional })),
    onePerGroup: true,
    mayFetch: mayTryMails,
    work: (ctx, data) => sendMail(ctx, kinds, input.parse(data).mailId),
  },
];
