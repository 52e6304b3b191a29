import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.server.ts';
import { oneRow } from '../db/rows.server.ts';
import type { Settings } from '../env/settings.server.ts';
import type { DashboardAlert } from '../monitoring-types.server.ts';
import { latestBackup } from './tables.server.ts';

/** Age after which a daily backup counts as missed, in hours. */
const backupHours = 26;

/** Records that a backup of `bytes` was written. */
export async function recordBackup(db: Db, bytes: number): Promise<void> {
  const set = { bytes, finishedAt: sql`now()` };
  await db.insert(latestBackup).values({ id: 1, bytes }).onConflictDoUpdate({ target: latestBackup.id, set });
}

/**
 * SQL rows: one if the latest backup is too old, or if a live shop never made one. `finished_at` is
 * null then.
 */
export const missedBackup = ({ shopMode }: Pick<Settings, 'shopMode'>): SQL => sql`
  from (select max(${latestBackup.finishedAt}) as finished_at from ${latestBackup}) latest
  where case when finished_at is null then ${shopMode === 'live'}::boolean
    else finished_at < now() - make_interval(hours => ${backupHours}::int) end`;

export const backupAttention = (settings: Pick<Settings, 'shopMode'>): DashboardAlert => ({
  one: 'backup missed: there is none of the last 26 hours',
  many: 'backups missed',
  to: null,
  urgency: 'now',
  rows: missedBackup(settings),
  since: sql`finished_at`,
});

type Backup = { finishedAt: Date | null; bytes: number | null; isMissed: boolean };

/** Returns the latest backup. Its time and size are null if none was recorded. */
export async function findBackup(db: Db, settings: Pick<Settings, 'shopMode'>): Promise<Backup> {
  const { finishedAt, bytes } = latestBackup;
  const [latest] = await db.select({ finishedAt, bytes }).from(latestBackup);
  const { isMissed } = await oneRow<{ isMissed: boolean }>(
    db,
    sql`select exists (select ${missedBackup(settings)}) as "isMissed"`,
  );
  return { finishedAt: latest?.finishedAt ?? null, bytes: latest?.bytes ?? null, isMissed };
}
