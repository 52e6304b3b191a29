import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { deleteEventsBefore } from './payments.queries.server.ts';

/**
 * Days for which the record of a processed event is retained. Stripe resends an event for three
 * days, and by hand for thirty.
 */
const eventDays = 90;

export const paymentsPersonalData: PersonalData = {
  columns: [],
  retention: { providerEvents: (db, daysAgo) => deleteEventsBefore(db, daysAgo(eventDays)) },
};
