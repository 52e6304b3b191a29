import { retention } from '#content/retention.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { clearMailsBefore, deleteMailsOfPerson, listMailsTo } from './mail-log.queries.server.ts';
import { mails } from './tables.server.ts';

export const emailPersonalData: PersonalData = {
  columns: [mails.toAddress],
  export: async ({ db }, { email }) => ({ mails: await listMailsTo(db, email) }),
  erase: (tx, { email }) => deleteMailsOfPerson(tx, email),
  retention: { mails: (db, daysAgo) => clearMailsBefore(db, daysAgo(retention.mailDays)) },
};
