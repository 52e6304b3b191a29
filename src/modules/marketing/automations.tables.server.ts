import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { at, createdAt } from '#platform/db/columns.server.ts';

/** Everyone for whom an automated e-mail was ever due. The id stands in links; of the address only the hash is stored. */
export const automationRecipients = pgTable('letter_recipients', {
  id: uuid('id').primaryKey().defaultRandom(),
  addressHash: text('address_hash').notNull().unique(),
  /** Since then nothing may be sent. */
  stoppedAt: at('stopped_at'),
  createdAt: createdAt(),
});

/** Automated e-mails that were decided on, one for each cause: an order or a checkout. */
export const automationEmails = pgTable(
  'letters',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => automationRecipients.id),
    kind: text('kind').notNull(),
    aboutId: uuid('about_id').notNull(),
    /** False when the recipient had unsubscribed, or had a reminder shortly before. */
    isSent: boolean('is_sent').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('letters_one_per_cause').on(table.kind, table.aboutId),
    index('letters_newest').on(table.kind, table.createdAt),
    index('letters_recipient').on(table.recipientId, table.kind, table.createdAt),
  ],
);
