import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.server.ts';

/**
 * Silence after which the process of a job counts as ended, in seconds. A living one gives a sign
 * every 3 s.
 */
const silentSeconds = 10;

/**
 * A job that may run again. One that has used up its retries is left to pg-boss, which fails it.
 * The condition on the group has PostgreSQL use the index of active jobs.
 */
const isActive = sql`state = 'active' and group_id is not null and retry_count < retry_limit`;
const isSilent = sql`heartbeat_on < now() - make_interval(secs => ${silentSeconds}::int)`;
const freed = sql`state = 'retry', start_after = now()`;

/** True when the process of any active job gives no sign of life. */
export const existsAbandoned = sql`exists (select from pgboss.job where ${isActive} and ${isSilent})`;

/**
 * Has jobs of processes that ended run again at once, except those that this process holds.
 * pg-boss would find them after up to a minute, and then add the pause after a failure.
 */
export async function freeAbandoned(db: Db, held: readonly string[]): Promise<void> {
  const isHeld = sql`id = any(${sql.param([...held])}::uuid[])`;
  await db.execute(sql`update pgboss.job set ${freed} where ${isActive} and ${isSilent} and not ${isHeld}`);
}

/** Has every active job run again at once. For a database that no other process can use. */
export async function freeAll(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set ${freed} where state = 'active' and retry_count < retry_limit`);
}
