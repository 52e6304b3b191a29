import { countWaitingMails } from '#modules/email/mail-log.queries.server.ts';
import { lateParts } from '#modules/privacy/retention.queries.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { jobProblems, jobSentence } from '#platform/jobs/job-runs.server.ts';

import { fine, problem, warning, type Finding } from './finding.ts';

/** Checks background jobs and mails, as recorded by all processes. */
export async function backgroundFindings({ db }: Pick<Database, 'db'>): Promise<Finding[]> {
  const found = await jobProblems(db);
  const { late, failing } = await countWaitingMails(db);
  return [
    ...(found.length === 0
      ? [fine('All background jobs run on schedule.')]
      : found.map((one) => problem(jobSentence(one)))),
    late + failing === 0
      ? fine('No emails are delayed.')
      : warning(
          `Delayed emails: ${late} queued for more than 5 minutes, ${failing} failed at least once. See Email log in the admin.`,
        ),
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
    ? fine('Personal data is erased on schedule.')
    : warning(
        `Personal data is past its deletion date (${parts}). Search the log for “personal data could not be erased”.`,
      );
}
