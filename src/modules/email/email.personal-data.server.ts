import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { inStretches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isAddress, type PersonalData } from '#platform/db/personal-data.server.ts';

import { mails } from './tables.server.ts';

const { createdAt, kind, orderId, state, subject, toAddress } = mails;

const isDone = inArray(state, ['sent', 'failed']);

export const emailPersonalData: PersonalData = {
  columns: [toAddress],
  async export({ db }, { email }) {
    const columns = { kind, subject, state, at: createdAt };
    const found = db.select(columns).from(mails).where(isAddress(toAddress, email)).orderBy(desc(createdAt));
    return { mails: await found };
  },
  /**
   * Messages from the person went to the shop's support address. They are deleted even if they are
   * still queued.
   */
  async erase(tx, { email }) {
    const writer = sql`lower(${mails.content} -> 'data' ->> 'email') = ${email}`;
    await tx.delete(mails).where(or(and(isAddress(toAddress, email), isDone), writer));
  },
  /** Clears content and address. The record that a mail was sent, and when, stays. */
  retention: {
    mails: (db, daysAgo) =>
      inStretches(db, mails, (isInStretch) => {
        const isOver = and(lt(createdAt, daysAgo(retention.mailDays)), ne(state, 'queued'), ne(toAddress, ''));
        return db
          .update(mails)
          .set({ content: null, html: null, text: null, lastError: null, toAddress: '' })
          .where(and(isInStretch, isOver));
      }),
  },
};

/** Deletes the mails of an order whose customer is erased, except queued ones. */
export async function deleteMailsOfOrder(tx: Db, id: string): Promise<void> {
  await tx.delete(mails).where(and(eq(orderId, id), isDone));
}
