import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { customerFigures } from './tables.server.ts';

/** Sums by customer: triggers write them, so that they follow what orders and accounts still name. */
export const analyticsPersonalData: PersonalData = {
  columns: [customerFigures.id, customerFigures.email, customerFigures.firstName, customerFigures.lastName],
};
