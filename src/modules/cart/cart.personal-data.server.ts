import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { deleteCartsOfCustomer, listLinesOfCustomer } from './cart.queries.server.ts';

export const cartPersonalData: PersonalData = {
  columns: [],
  export: async ({ db }, { id }) => ({ cart: await listLinesOfCustomer(db, id) }),
  erase: (tx, { id }) => deleteCartsOfCustomer(tx, id),
};
