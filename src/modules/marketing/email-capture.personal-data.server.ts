import { lt, type SQL } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isAddress, type PersonalData } from '#platform/db/personal-data.server.ts';

import { emailCaptures } from './tables.server.ts';

const { createdAt, email: address } = emailCaptures;

export const marketingPersonalData: PersonalData = {
  columns: [address],
  async export({ db }, { email }) {
    return { newsletter: await db.select().from(emailCaptures).where(isAddress(address, email)) };
  },
  async erase(tx, { email }) {
    await tx.delete(emailCaptures).where(isAddress(address, email));
  },
  retention: {
    captures: (db, daysAgo) => deleteInBatches(db, emailCaptures, lt(createdAt, daysAgo(retention.captureDays))),
  },
};

/** Deletes captured addresses that match another module's condition. */
export function deleteCaptures(db: Db, isOver: (capture: Pick<typeof emailCaptures, 'email' | 'createdAt'>) => SQL) {
  return deleteInBatches(db, emailCaptures, isOver(emailCaptures));
}
