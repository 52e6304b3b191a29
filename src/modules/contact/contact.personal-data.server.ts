import { retention } from '#content/retention.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { deleteMessagesBefore, deleteMessagesFrom, listMessagesFrom } from './inbox.queries.server.ts';
import { contactMessages, contactReplies } from './tables.server.ts';

export const contactPersonalData: PersonalData = {
  columns: [contactMessages.name, contactMessages.email, contactReplies.authorEmail],
  /** Exports messages with the shop's answers. Notes are internal and left out. */
  async export({ db }, { email }) {
    return { messages: await listMessagesFrom(db, email) };
  },
  erase: (tx, { email }) => deleteMessagesFrom(tx, email),
  retention: { contactMessages: (db, daysAgo) => deleteMessagesBefore(db, daysAgo(retention.contactMessageDays)) },
};
