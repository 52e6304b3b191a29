import { sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

/** Makes erasures of one guest wait for each other until the transaction ends. */
export async function lockGuest(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 41))`);
}
