import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { addressesOf } from './saved-addresses.server.ts';
import { savedAddresses } from './tables.server.ts';

const { city, line2, postalCode, street } = savedAddresses;

/** Saved addresses are deleted with their account. */
export const addressesPersonalData: PersonalData = {
  columns: [street, line2, city, postalCode],
  export: async ({ db }, { id }) => ({ addresses: await addressesOf(db, id) }),
};
