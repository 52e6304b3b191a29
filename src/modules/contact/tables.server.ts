import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { timestamptz, createdAt, parentReference } from '#platform/db/columns.server.ts';

/** Messages of visitors, before and after they are handled. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /**
     * True for a message with a filled honeypot: mostly from programs, occasionally a browser's
     * autofill.
     */
    isSpam: boolean('is_spam').notNull().default(false),
    createdAt: createdAt(),
    handledAt: timestamptz('handled_at'),
  },
  (table) => [
    index('contact_messages_newest').on(table.createdAt.desc(), table.id.desc()).concurrently(),
    index('contact_messages_email')
      .on(sql`lower(${table.email})`)
      .concurrently(),
  ],
);

/** Staff replies to a message: answers that were mailed, and internal notes. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    messageId: parentReference('message_id', () => contactMessages.id),
    kind: text('kind').$type<'answer' | 'note'>().notNull(),
    text: text('text').notNull(),
    authorEmail: text('author_email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_replies_message').on(table.messageId, table.createdAt)],
);
