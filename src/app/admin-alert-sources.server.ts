import { sql } from 'drizzle-orm';

import { stockNotices } from '#modules/catalog/catalog.monitoring.server.ts';
import { failedMailNotices } from '#modules/email/mail-log.queries.server.ts';
import type { NoticeSources } from '#modules/notifications/notifications.queries.server.ts';
import { orderNotices } from '#modules/orders/orders.monitoring.queries.server.ts';
import { webhookNotices } from '#modules/webhooks/webhooks.queries.server.ts';
import { missedBackup } from '#platform/backups/backups.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { jobProblemRows } from '#platform/jobs/job-runs.server.ts';
import { refusedWorkNotices } from '#platform/jobs/refused-work.server.ts';

const unmeasured = sql`null::int as cents, null::timestamptz as due_at`;

/**
 * Rows to notify admins of, by kind. A late job is not: after a pause of the shop all jobs are late
 * for a moment.
 */
export const shopNotices = (settings: Pick<Settings, 'shopMode'>): NoticeSources => ({
  ...orderNotices,
  email_failed: failedMailNotices,
  low_stock: stockNotices,
  job_failing: sql`select distinct on (job) job as subject,
    '“' || job || '”' || case problem when 'stuck' then ' is stuck' else ' keeps failing' end || coalesce(': ' || reason, '') as label,
    ${unmeasured} ${jobProblemRows} where problem <> 'late'`,
  work_refused: sql`select told.*, ${unmeasured} from (
    ${refusedWorkNotices} union all ${webhookNotices}) told`,
  backup_missed: sql`select 'latest' as subject, '' as label, ${unmeasured} ${missedBackup(settings)}`,
});
