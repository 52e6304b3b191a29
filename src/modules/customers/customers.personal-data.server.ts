import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { customerFigures } from './tables.server.ts';

/**
 * Totals per customer. Triggers write them, so erasing a person from the orders and accounts also
 * erases them here.
 */
export const customersPersonalData: PersonalData = {
  columns: [customerFigures.id, customerFigures.email, customerFigures.firstName, customerFigures.lastName],
};
