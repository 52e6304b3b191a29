import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { at, createdAt } from '#platform/db/columns.server.ts';

import type { MailContent } from './mail.ts';

export const mailState = pgEnum('mail_state', ['queued', 'sent', 'failed']);

/** Every mail that the shop owes someone, from the transaction that decided it until it is out. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id'),
    kind: text('kind').notNull(),
    /** Tells apart the mails of one kind that one order gets, such as one for each refund; of a reminder, its e-mail. */
    cause: text('cause').notNull().default(''),
    toAddress: text('to_address').notNull(),
    /** What it tells; null once it is out and its time is over. */
    content: jsonb('content').$type<MailContent>(),
    /** The same on every try, so that a mail that was sent twice is recognised as one. */
    messageId: text('message_id').notNull().unique(),
    state: mailState('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Tries that the mail server refused in a way that may pass. */
    refusals: integer('refusals').notNull().default(0),
    lastError: text('last_error'),
    subject: text('subject'),
    html: text('html'),
    text: text('text'),
    createdAt: createdAt(),
    sentAt: at('sent_at'),
  },
  (table) => [
    unique('mails_one_per_cause').on(table.kind, table.orderId, table.cause),
    index('mails_newest').on(table.createdAt.desc()),
    index('mails_kind').on(table.kind, table.createdAt),
    index('mails_queued')
      .on(table.kind)
      .where(sql`${table.state} = 'queued'`),
    index('mails_order').on(table.orderId),
    index('mails_queued_of_recipient')
      .on(table.toAddress, table.createdAt)
      .where(sql`${table.state} = 'queued'`),
    index('mails_failed')
      .on(table.createdAt)
      .where(sql`${table.state} = 'failed'`),
  ],
);
