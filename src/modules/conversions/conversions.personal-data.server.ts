import { inArray, lt } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { agreedVisits } from './tables.server.ts';

const { at, checkoutId, ip: ipAddress, userAgent } = agreedVisits;

/**
 * Only the checkout knows its buyer, so the checkout module exports and erases what is stored here.
 */
export const conversionsPersonalData: PersonalData = {
  columns: [ipAddress, userAgent],
  /** Visits whose purchase never happened or could not be sent. */
  retention: { agreedVisits: (db, daysAgo) => deleteInBatches(db, agreedVisits, lt(at, daysAgo(7))) },
};

/** Selects the visits of these checkouts whose buyers agreed to advertising. */
export function agreedVisitsOf(db: Db, checkoutIds: string[]) {
  return db.select({ at, ipAddress, userAgent }).from(agreedVisits).where(inArray(checkoutId, checkoutIds));
}

export async function deleteVisitsOf(tx: Db, checkoutIds: string[]): Promise<void> {
  await tx.delete(agreedVisits).where(inArray(checkoutId, checkoutIds));
}
