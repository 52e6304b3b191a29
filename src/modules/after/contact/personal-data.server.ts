import { lt } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteInBatches } from '#platform/db/batches.server.ts';
import { isAddress, type PersonalData } from '#platform/db/personal-data.server.ts';

import { contactMessages, contactReplies } from './tables.server.ts';

const { createdAt, email: address, name } = contactMessages;

export const contactPersonalData: PersonalData = {
  columns: [name, address, contactReplies.authorEmail],
  async export({ db }, { email }) {
    return { messages: await db.select().from(contactMessages).where(isAddress(address, email)) };
  },
  async erase(tx, { email }) {
    await tx.delete(contactMessages).where(isAddress(address, email));
  },
  retention: {
    contactMessages: (db, daysAgo) =>
      deleteInBatches(db, contactMessages, lt(createdAt, daysAgo(retention.contactMessageDays))),
  },
};
