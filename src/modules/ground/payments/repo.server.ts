import { lt } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import { constant, type Places } from '#platform/db/constant.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { stripeEvents } from './tables.server.ts';

type EventRow = Pick<typeof stripeEvents.$inferSelect, 'id' | 'type' | 'intentId'>;

const writeEvent = constant((db, event: Places<EventRow>) =>
  db.insert(stripeEvents).values(event).onConflictDoNothing().returning({ id: stripeEvents.id }),
);

export async function insertEvent(db: Db, event: EventRow): Promise<boolean> {
  return (await writeEvent(db, event)).length === 1;
}

export async function deleteEventsBefore(db: Db, moment: Date): Promise<void> {
  await deleteInBatches(db, stripeEvents, lt(stripeEvents.receivedAt, moment));
}
