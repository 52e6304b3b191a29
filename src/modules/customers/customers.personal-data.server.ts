import { eraseOrphanedNotes } from '#modules/team-notes/team-notes.queries.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { isCustomer } from './customers.queries.server.ts';
import { customerFigures } from './tables.server.ts';

/**
 * Totals per customer. Triggers write them, so erasing a person from the orders and accounts also
 * erases them here.
 */
export const customersPersonalData: PersonalData = {
  columns: [customerFigures.id, customerFigures.email, customerFigures.firstName, customerFigures.lastName],
  /** Notes under an address that neither a guest nor an account has any more. */
  retention: { teamNotes: (db) => eraseOrphanedNotes(db, 'customer', isCustomer) },
};
