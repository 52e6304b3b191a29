import type { Db } from '#platform/db/database.server.ts';

import { stripeEvents } from './tables.server.ts';

export async function insertEvent(db: Db, id: string, type: string, intentId: string | null): Promise<boolean> {
  const rows = await db
    .insert(stripeEvents)
    .values({ id, type, intentId })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  return rows.length === 1;
}
