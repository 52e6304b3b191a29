import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { listRedemptions, updateCustomerKey } from './redemptions.queries.server.ts';
import { discountRedemptions } from './tables.server.ts';

export const discountsPersonalData: PersonalData = {
  columns: [discountRedemptions.customerKey],
  export: async ({ db }, { email }) => ({ codes: await listRedemptions(db, email) }),
  /** Redemptions are retained, so that uses of a code still count. */
  erase: (tx, { email }, alias) => updateCustomerKey(tx, email, alias),
};
