import { lt, type SQL, and, asc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { retention } from '#content/retention.ts';
import { deleteInBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isAddress, type PersonalData } from '#platform/db/personal-data.server.ts';

import { emailCaptures, automationEmails, automationRecipients } from './tables.server.ts';
import { addressHash, stoppedSince } from './automations.queries.server.ts';

const { createdAt, email: address } = emailCaptures;

export const marketingPersonalData: PersonalData = {
  columns: [address],
  async export({ db }, { email }) {
    return { newsletter: await db.select().from(emailCaptures).where(isAddress(address, email)) };
  },
  async erase(tx, { email }) {
    await tx.delete(emailCaptures).where(isAddress(address, email));
  },
  retention: {
    captures: (db, daysAgo) => deleteInBatches(db, emailCaptures, lt(createdAt, daysAgo(retention.captureDays))),
  },
};

/** Deletes captured addresses that match another module's condition. */
export function deleteCaptures(db: Db, isOver: (capture: Pick<typeof emailCaptures, 'email' | 'createdAt'>) => SQL) {
  return deleteInBatches(db, emailCaptures, isOver(emailCaptures));
}

const { createdAt, id: recipientId, stoppedAt } = automationRecipients;
const hashIs = (email: string) => eq(automationRecipients.addressHash, addressHash(email));

export const automationsPersonalData: PersonalData = {
  columns: [automationRecipients.addressHash],
  async export({ db }, { email }) {
    return {
      letters: await db
        .select({ kind: automationEmails.kind, isSent: automationEmails.isSent, at: automationEmails.createdAt })
        .from(automationEmails)
        .innerJoin(automationRecipients, eq(recipientId, automationEmails.recipientId))
        .where(hashIs(email))
        .orderBy(asc(automationEmails.createdAt)),
      lettersStopped: await db
        .select({ at: stoppedAt })
        .from(automationRecipients)
        .where(and(hashIs(email), isNotNull(stoppedAt))),
    };
  },
  /**
   * E-mails stay counted under an alias. A recipient who unsubscribed keeps the hash, so that the
   * address gets no more e-mails.
   */
  async erase(tx, { email }, alias) {
    await tx
      .update(automationRecipients)
      .set({ addressHash: addressHash(alias) })
      .where(and(hashIs(email), isNull(stoppedAt)));
  },
  retention: {
    capturesOfStopped: (db, daysAgo) =>
      deleteCaptures(
        db,
        (capture) =>
          sql`exists (select 1 from ${automationRecipients}
            where ${stoppedSince(capture)} and ${lt(stoppedAt, daysAgo(retention.stoppedDays))})`,
      ),
    letters: (db, daysAgo) =>
      deleteInBatches(db, automationEmails, lt(automationEmails.createdAt, daysAgo(retention.automationEmailDays))),
    recipients: (db, daysAgo) => {
      const theirs = db
        .select({ id: automationEmails.id })
        .from(automationEmails)
        .where(eq(automationEmails.recipientId, recipientId));
      const isOld = lt(createdAt, daysAgo(retention.automationEmailDays));
      return deleteInBatches(db, automationRecipients, and(isNull(stoppedAt), isOld, notExists(theirs)));
    },
  },
};
