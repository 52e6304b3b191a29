import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { deleteVisitsBefore } from './conversions.queries.server.ts';
import { consentedVisits } from './tables.server.ts';

/**
 * Only the checkout knows its buyer, so the checkout module exports and erases what is stored here.
 */
export const conversionsPersonalData: PersonalData = {
  columns: [consentedVisits.ip, consentedVisits.userAgent],
  /** Visits whose purchase never happened or could not be sent. */
  retention: { agreedVisits: (db, daysAgo) => deleteVisitsBefore(db, daysAgo(7)) },
};
