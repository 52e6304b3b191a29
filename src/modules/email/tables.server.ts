import { sql, type SQLWrapper } from 'drizzle-orm';
import { index, integer, jsonb, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { timestamptz, createdAt } from '#platform/db/columns.server.ts';
import { listText } from '#platform/db/word-search.server.ts';

import type { MailContent } from './mail.ts';

export const mailState = pgEnum('mail_state', ['queued', 'sent', 'failed']);

type Recipient = Record<'toAddress' | 'state', SQLWrapper>;

/** True for a mail that is sent or failed and still names its recipient. */
export const hasRecipient = ({ toAddress, state }: Recipient) => sql`${toAddress} <> '' and ${state} <> 'queued'`;

/** Outbox: every mail, stored in the transaction that caused it. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id'),
    kind: text('kind').notNull(),
    /**
     * Distinguishes mails of one kind for one order, such as one per refund. For a reminder, the id
     * of its email.
     */
    cause: text('cause').notNull().default(''),
    toAddress: text('to_address').notNull(),
    /** Template data. Null after its retention period. */
    content: jsonb('content').$type<MailContent>(),
    /** The same on every try, so that a repeated mail is recognized. */
    messageId: text('message_id').notNull().unique(),
    state: mailState('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Tries that the mail server refused in a possibly temporary way. */
    refusals: integer('refusals').notNull().default(0),
    lastError: text('last_error'),
    subject: text('subject'),
    html: text('html'),
    text: text('text'),
    createdAt: createdAt(),
    sentAt: timestamptz('sent_at'),
    /** When a failed mail was dismissed by hand, or sent again to another address. */
    dismissedAt: timestamptz('dismissed_at'),
  },
  (table) => [
    unique('mails_one_per_cause').on(table.kind, table.orderId, table.cause),
    index('mails_newest').on(table.createdAt.desc()),
    index('mails_by_recipient').on(table.toAddress.desc(), table.createdAt.desc(), table.id.desc()).concurrently(),
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
    index('mails_search')
      .using('gin', sql`${listText([table.toAddress, table.subject])} gin_trgm_ops`)
      .concurrently(),
    index('mails_with_recipient').on(table.createdAt).where(hasRecipient(table)).concurrently(),
    index('mails_by_sending')
      .on(table.sentAt)
      .where(sql`${table.state} = 'sent'`)
      .concurrently(),
  ],
);
