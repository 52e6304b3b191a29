import { and, inArray, ne } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { webhookDeliveries } from './tables.server.ts';

const { body, state, subject } = webhookDeliveries;

export const webhooksPersonalData: PersonalData = { columns: [body] };

/** Empties the stored messages about these subjects, except those still to be sent; that one was sent, and when, stays. */
export async function eraseMessagesAbout(tx: Db, subjects: readonly string[]): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ body: '' })
    .where(and(inArray(subject, [...subjects]), ne(state, 'pending')));
}
