import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { discountCodes } from '#modules/discounts/tables.server.ts';
import { at, createdAt } from '#platform/db/columns.server.ts';

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
    resentAt: at('resent_at'),
    /**
     * Time of the back-in-stock notification, for addresses left at a sold-out product. Null while
     * they wait.
     */
    notifiedAt: at('told_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_captures_email').on(table.email, table.createdAt.desc()),
    uniqueIndex('email_captures_one_newsletter')
      .on(table.email)
      .where(sql`${table.trigger} = 'newsletter'`),
    index('email_captures_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('email_captures_told')
      .on(table.notifiedAt)
      .where(sql`${table.notifiedAt} > ${table.createdAt}`),
    index('email_captures_waiting')
      .on(table.createdAt)
      .where(sql`${table.trigger} = 'sold-out' and ${table.notifiedAt} is null`),
  ],
);
