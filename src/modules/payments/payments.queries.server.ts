import { lt } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { stripeEvents } from './tables.server.ts';

export type EventNote = Pick<typeof stripeEvents.$inferSelect, 'id' | 'type' | 'intentId'>;

/**
 * Records an event, as part of another statement. Returns no row if the event was recorded before.
 */
export const recordedEvent = (db: Db, event: Places<EventNote>) =>
  db.insert(stripeEvents).values(event).onConflictDoNothing().returning({ id: stripeEvents.id });

export async function deleteEventsBefore(db: Db, moment: Date): Promise<void> {
  await deleteInBatches(db, stripeEvents, lt(stripeEvents.receivedAt, moment));
}
