import { and, eq, lt, sql } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { securityDays } from './security-event.ts';
import { securityEvents } from './security-log.tables.server.ts';

/** The log outlives an account: without it, the id and the keyed hash in an event lead to nobody. */
export const securityPersonalData: PersonalData = {
  columns: [securityEvents.source],
  async export({ db }, { id }) {
    const { kind, subject, source, lastAt } = securityEvents;
    const shown = { what: kind, where: subject, from: source, at: lastAt };
    return { securityEvents: await db.select(shown).from(securityEvents).where(eq(securityEvents.accountId, id)) };
  },
  retention: {
    // The trigger goes by the database's clock: what a process whose clock is ahead takes for old is left alone.
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
