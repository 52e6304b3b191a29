import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { deleteQuotesBefore } from './stripe-tax.queries.server.ts';
import { taxRateCache } from './tables.server.ts';

/** Rows contain no names. They expire because a postal code narrows down where someone lives. */
export const taxPersonalData: PersonalData = {
  columns: [taxRateCache.postalCode],
  retention: { taxQuotes: (db, daysAgo) => deleteQuotesBefore(db, daysAgo(30)) },
};
