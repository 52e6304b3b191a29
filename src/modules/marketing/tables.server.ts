import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid, boolean, unique, timestamp } from 'drizzle-orm/pg-core';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { timestamptz, createdAt } from '#platform/db/columns.server.ts';
import { listText } from '#platform/db/word-search.server.ts';

import type { CaptureTrigger } from './email-capture.ts';

/** Captured addresses with the consent and the code issued for them. */
export const emailCaptures = pgTable(
  'email_captures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Lower case. */
    email: text('email').notNull(),
    trigger: text('trigger').$type<CaptureTrigger>().notNull(),
    /** Whole percent; 0 for the newsletter. */
    discountPercent: integer('discount_percent').notNull(),
    codeId: uuid('code_id').references(() => discountCodes.id),
    consentVersion: text('consent_version').notNull(),
    /** Time when the code was mailed again, which happens at most once. */
    resentAt: timestamptz('resent_at'),
    /**
     * Time of the back-in-stock notification, for addresses left at a sold-out product. Null while
     * they wait.
     */
    notifiedAt: timestamptz('told_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_captures_email').on(table.email, table.createdAt.desc()),
    uniqueIndex('email_captures_one_newsletter')
      .on(table.email)
      .where(sql`${table.trigger} = 'newsletter'`),
    index('email_captures_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('email_captures_search')
      .using('gin', sql`${listText([table.email])} gin_trgm_ops`)
      .concurrently(),
    index('email_captures_told')
      .on(table.notifiedAt)
      .where(sql`${table.notifiedAt} > ${table.createdAt}`),
    index('email_captures_waiting')
      .on(table.createdAt)
      .where(sql`${table.trigger} = 'sold-out' and ${table.notifiedAt} is null`),
  ],
);

/**
 * Everyone for whom an automated email was ever due. Links contain the id. Only a hash of the
 * address is stored.
 */
export const automationRecipients = pgTable(
  'automation_recipients',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    addressHash: text('address_hash').notNull().unique(),
    /** Time of unsubscribing. Nothing may be sent after it. */
    stoppedAt: timestamptz('stopped_at'),
    /** Time of the newest email that was due. */
    createdAt: createdAt(),
  },
  (table) => [
    index('automation_recipients_by_creation')
      .on(table.createdAt)
      .where(sql`${table.stoppedAt} is null`)
      .concurrently(),
    index('automation_recipients_stopped')
      .on(table.stoppedAt)
      .where(sql`${table.stoppedAt} is not null`)
      .concurrently(),
  ],
);

/** Decided automated emails, one per cause: an order or a checkout. */
export const automationEmails = pgTable(
  'automation_emails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => automationRecipients.id),
    kind: text('kind').notNull(),
    subjectId: uuid('about_id').notNull(),
    /** False when the recipient had unsubscribed or recently had a reminder. */
    isSent: boolean('is_sent').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('automation_emails_one_per_cause').on(table.kind, table.subjectId),
    index('automation_emails_newest').on(table.kind, table.createdAt),
    index('automation_emails_by_creation').on(table.createdAt).concurrently(),
    index('automation_emails_recipient').on(table.recipientId, table.kind, table.createdAt),
  ],
);

/** Experiments. One without a row is not running. */
export const experiments = pgTable('experiments', {
  id: text('id').primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  /** Start of the period that the figures cover. */
  since: timestamp('since', { withTimezone: true }).notNull().defaultNow(),
});
