import { and, eq, lt, sql } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { securityDays } from './security-event.ts';
import { securityEvents } from './security-log.tables.server.ts';

/**
 * The log outlives an account. Without the account, the id and keyed hash of an event identify
 * nobody.
 */
export const securityPersonalData: PersonalData = {
  columns: [securityEvents.source],
  async export({ db }, { id }) {
    const { kind, subject, source, lastAt } = securityEvents;
    const shown = { what: kind, where: subject, from: source, at: lastAt };
    return { securityEvents: await db.select(shown).from(securityEvents).where(eq(securityEvents.accountId, id)) };
  },
  retention: {
    // The trigger uses the database clock. Rows that only a process with a fast clock considers old
    // are left alone.
    securityEvents: (db, daysAgo) =>
      deleteInBatches(
        db,
        securityEvents,
        and(
          lt(securityEvents.lastAt, daysAgo(securityDays)),
          lt(securityEvents.lastAt, sql`now() - make_interval(days => ${securityDays})`),
        ),
      ),
  },
};
