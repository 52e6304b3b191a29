import { and, asc, eq, inArray, lt } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteInBatches } from '#platform/db/batches.server.ts';
import { isAddress, type PersonalData } from '#platform/db/personal-data.server.ts';

import { contactMessages, contactReplies } from './tables.server.ts';

const { createdAt, email: address, name } = contactMessages;

export const contactPersonalData: PersonalData = {
  columns: [name, address, contactReplies.authorEmail],
  /** Exports messages with the shop's answers. Notes are internal and left out. */
  async export({ db }, { email }) {
    const messages = await db.select().from(contactMessages).where(isAddress(address, email));
    const { createdAt: at, kind, messageId, text } = contactReplies;
    const ids = messages.map(({ id }) => id);
    const answers = await db
      .select({ messageId, text, at })
      .from(contactReplies)
      .where(and(eq(kind, 'answer'), inArray(messageId, ids)))
      .orderBy(asc(at));
    return {
      messages: messages.map((message) => ({
        ...message,
        answers: answers.filter((answer) => answer.messageId === message.id),
      })),
    };
  },
  async erase(tx, { email }) {
    await tx.delete(contactMessages).where(isAddress(address, email));
  },
  retention: {
    contactMessages: (db, daysAgo) =>
      deleteInBatches(db, contactMessages, lt(createdAt, daysAgo(retention.contactMessageDays))),
  },
};
