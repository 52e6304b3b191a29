import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { at, createdAt } from '#platform/db/columns.server.ts';

/**
 * Everyone for whom an automated e-mail was ever due. Links contain the id. Only a hash of the
 * address is stored.
 */
export const automationRecipients = pgTable('letter_recipients', {
  id: uuid('id').primaryKey().defaultRandom(),
  addressHash: text('address_hash').notNull().unique(),
  /** Time of unsubscribing. Nothing may be sent after it. */
  stoppedAt: at('stopped_at'),
  createdAt: createdAt(),
});

/** Decided automated e-mails, one per cause: an order or a checkout. */
export const automationEmails = pgTable(
  'letters',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => automationRecipients.id),
    kind: text('kind').notNull(),
    aboutId: uuid('about_id').notNull(),
    /** False when the recipient had unsubscribed or recently had a reminder. */
    isSent: boolean('is_sent').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('letters_one_per_cause').on(table.kind, table.aboutId),
    index('letters_newest').on(table.kind, table.createdAt),
    index('letters_recipient').on(table.recipientId, table.kind, table.createdAt),
  ],
);
