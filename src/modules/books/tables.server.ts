import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Changes of the balance at the payment provider, as it states them. They never change. */
export const balanceTransactions = pgTable(
  'balance_transactions',
  {
    id: text('id').primaryKey(),
    mode: text('mode').$type<PaymentMode>().notNull(),
    /** The provider's reporting category, such as 'charge' or 'refund'. */
    category: text('category').notNull(),
    sourceId: text('source_id'),
    paymentIntentId: text('payment_intent_id'),
    /** Negative if the money left the balance. */
    amountCents: cents('amount_cents'),
    feeCents: cents('fee_cents'),
    /** Currency of the balance, which may differ from that of the payment. */
    currency: text('currency').notNull(),
    bookedAt: at('booked_at').notNull(),
  },
  (table) => [
    index('balance_transactions_booked').on(table.mode, table.bookedAt, table.id),
    index('balance_transactions_payment').on(table.paymentIntentId),
  ],
);

/** Progress of reading the provider's transactions: one row per mode, for all processes. */
export const balanceImports = pgTable('balance_imports', {
  mode: text('mode').$type<PaymentMode>().primaryKey(),
  /** Start of the part that is read now, or next. */
  windowStart: at('from_at').notNull(),
  /** End of the part that is being read. Null between two parts. */
  windowEnd: at('until_at'),
  /** Last transaction of the part that is stored. */
  cursorId: text('after_id'),
  /** Moment before which every transaction is stored. Null until the first part is complete. */
  importedUntil: at('read_until'),
});
