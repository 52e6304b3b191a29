import { and, asc, eq, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteCaptures } from '#modules/persuading/marketing/personal-data.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { addressHash } from './address-hash/service.server.ts';
import { letterRecipients, letters } from './tables.server.ts';

const { createdAt, id: recipientId, stoppedAt } = letterRecipients;
const hashIs = (email: string) => eq(letterRecipients.addressHash, addressHash(email));

export const lettersPersonalData: PersonalData = {
  columns: [letterRecipients.addressHash],
  async export({ db }, { email }) {
    return {
      letters: await db
        .select({ kind: letters.kind, isSent: letters.isSent, at: letters.createdAt })
        .from(letters)
        .innerJoin(letterRecipients, eq(recipientId, letters.recipientId))
        .where(hashIs(email))
        .orderBy(asc(letters.createdAt)),
      lettersStopped: await db
        .select({ at: stoppedAt })
        .from(letterRecipients)
        .where(and(hashIs(email), isNotNull(stoppedAt))),
    };
  },
  /** Letters stay counted, under a name that nobody has; who stopped them stays known by the hash, so that the address is spared. */
  async erase(tx, { email }, alias) {
    await tx
      .update(letterRecipients)
      .set({ addressHash: addressHash(alias) })
      .where(and(hashIs(email), isNull(stoppedAt)));
  },
  retention: {
    capturesOfStopped: (db, daysAgo) =>
      deleteCaptures(db, (capture) => {
        const hash = sql`encode(sha256(convert_to(${capture.email}, 'UTF8')), 'hex')`;
        return sql`exists (select 1 from ${letterRecipients} where ${letterRecipients.addressHash} = ${hash}
          and ${lt(stoppedAt, daysAgo(retention.stoppedDays))} and ${stoppedAt} > ${capture.createdAt})`;
      }),
    letters: (db, daysAgo) => db.delete(letters).where(lt(letters.createdAt, daysAgo(retention.letterDays))),
    recipients: (db, daysAgo) => {
      const theirs = db.select({ id: letters.id }).from(letters).where(eq(letters.recipientId, recipientId));
      const isOld = lt(createdAt, daysAgo(retention.letterDays));
      return db.delete(letterRecipients).where(and(isNull(stoppedAt), isOld, notExists(theirs)));
    },
  },
};
