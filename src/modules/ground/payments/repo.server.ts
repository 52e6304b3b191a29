import type { Db } from '#platform/db/database.server.ts';

import { stripeEvents } from './tables.server.ts';

type EventRow = Pick<typeof stripeEvents.$inferSelect, 'id' | 'type' | 'intentId'>;

export async function insertEvent(db: Db, event: EventRow): Promise<boolean> {
  const rows = await db.insert(stripeEvents).values(event).onConflictDoNothing().returning({ id: stripeEvents.id });
  return rows.length === 1;
}
