import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { at, createdAt, partOf } from '#platform/db/columns.server.ts';

/** What visitors wrote to the shop, until a person has handled it and after. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  /** True for a message whose trap field was filled: mostly programs, now and then a browser's autofill. */
  isSpam: boolean('is_spam').notNull().default(false),
  createdAt: createdAt(),
  handledAt: at('handled_at'),
});

/** What the shop's people wrote below a message: an answer that was mailed, or a note for themselves. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    messageId: partOf('message_id', () => contactMessages.id),
    kind: text('kind').$type<'answer' | 'note'>().notNull(),
    text: text('text').notNull(),
    authorEmail: text('author_email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_replies_message').on(table.messageId, table.createdAt)],
);
