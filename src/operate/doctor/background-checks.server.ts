import { countWaitingMails } from '#modules/email/mail-log.server.ts';
import { lateParts } from '#modules/privacy/retention.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';

import { fine, problem, warning, type Finding } from './finding.ts';

/** Checks background jobs and mails, as recorded by all processes. */
export async function backgroundFindings({ db }: Pick<Database, 'db'>): Promise<Finding[]> {
  const found = await jobProblems(db);
  const { late, failing } = await countWaitingMails(db);
  return [
    ...(found.length === 0
      ? [fine('All background jobs run in time.')]
      : found.map((one) => problem(jobSentence(one)))),
    late + failing === 0
      ? fine('No email waits for long.')
      : warning(`Emails wait: ${late} for more than 5 minutes, ${failing} after a failed try. See Mails in the admin.`),
  ];
}

/**
 * Checks for personal data retained longer than promised, because erasure fails or has more rows
 * than its runs can erase.
 */
export async function retentionFinding({ db }: Pick<Database, 'db'>): Promise<Finding> {
  const { rows } = await db.execute<{ parts: string | null }>(lateParts);
  const parts = rows[0]?.parts ?? null;
  return parts === null
    ? fine('Personal data is erased when its time is over.')
    : warning(
        `Personal data is kept longer than promised (${parts}): the log says why (personal data could not be erased).`,
      );
}
