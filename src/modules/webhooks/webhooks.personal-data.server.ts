import { and, inArray, lt, ne } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { webhookDeliveries } from './tables.server.ts';

const { body, createdAt, state, subject } = webhookDeliveries;

export const webhooksPersonalData: PersonalData = {
  columns: [body],
  retention: {
    webhookDeliveries: (db, daysAgo) =>
      deleteInBatches(db, webhookDeliveries, and(lt(createdAt, daysAgo(retention.webhookDays)), ne(state, 'pending'))),
  },
};

/**
 * Empties the bodies of messages about these subjects, except pending ones. The record of the
 * delivery is retained.
 */
export async function eraseMessagesAbout(tx: Db, subjects: readonly string[]): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ body: '' })
    .where(and(inArray(subject, [...subjects]), ne(state, 'pending')));
}
