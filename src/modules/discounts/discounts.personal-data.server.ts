import { eq } from 'drizzle-orm';

import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { discountRedemptions } from './tables.server.ts';

const { createdAt, customerKey, state } = discountRedemptions;

export const discountsPersonalData: PersonalData = {
  columns: [customerKey],
  async export({ db }, { email }) {
    return {
      codes: await db.select({ at: createdAt, state }).from(discountRedemptions).where(eq(customerKey, email)),
    };
  },
  /** Redemptions are retained, so that uses of a code still count. */
  async erase(tx, { email }, alias) {
    await tx.update(discountRedemptions).set({ customerKey: alias }).where(eq(customerKey, email));
  },
};
