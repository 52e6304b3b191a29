import { lt } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { taxQuotes } from './tables.server.ts';

/** Rows contain no names. They expire because a postal code narrows down where someone lives. */
export const taxPersonalData: PersonalData = {
  columns: [taxQuotes.postalCode],
  retention: { taxQuotes: (db, daysAgo) => deleteInBatches(db, taxQuotes, lt(taxQuotes.askedAt, daysAgo(30))) },
};
