import { eq, lt } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { securityDays } from './rules.ts';
import { securityEvents } from './tables.server.ts';

export const securityPersonalData: PersonalData = {
  columns: [],
  async erase(tx, { id }) {
    await tx.delete(securityEvents).where(eq(securityEvents.accountId, id));
  },
  retention: {
    securityEvents: (db, daysAgo) =>
      deleteInBatches(db, securityEvents, lt(securityEvents.lastAt, daysAgo(securityDays))),
  },
};
