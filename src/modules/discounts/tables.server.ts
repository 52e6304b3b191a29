import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgEnum, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

import { listText } from '#platform/db/word-search.server.ts';

export const discountType = pgEnum('discount_type', ['percent', 'fixed', 'free_shipping', 'free_order']);
export const redemptionState = pgEnum('redemption_state', ['held', 'redeemed', 'released']);

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    type: discountType('type').notNull(),
    /** Basis points for percent, cents for fixed, 0 for the others. */
    value: integer('value').notNull().default(0),
    minSubtotalCents: integer('min_subtotal_cents').notNull().default(0),
    startsAt: timestamp('starts_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    maxUses: integer('max_uses'),
    maxUsesPerCustomer: integer('max_uses_per_customer'),
    used: integer('used').notNull().default(0),
    held: integer('held').notNull().default(0),
    /** The only cart that may use the code. Null if every cart may. */
    cartId: uuid('cart_id'),
    demoOnly: boolean('demo_only').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'discount_codes_within_max_uses',
      sql`${table.used} >= 0 and ${table.held} >= 0 and (${table.maxUses} is null or ${table.used} + ${table.held} <= ${table.maxUses})`,
    ),
    index('discount_codes_by_end').on(table.endsAt.desc(), table.createdAt.desc(), table.id.desc()).concurrently(),
    index('discount_codes_demo')
      .on(table.id)
      .where(sql`${table.demoOnly} and ${table.isActive}`)
      .concurrently(),
    index('discount_codes_search')
      .using('gin', sql`${listText([table.code, table.name])} gin_trgm_ops`)
      .concurrently(),
    index('discount_codes_newest').on(table.createdAt.desc(), table.id.desc()).concurrently(),
  ],
);

export const discountRedemptions = pgTable(
  'discount_redemptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    checkoutId: uuid('checkout_id').notNull(),
    codeId: uuid('code_id')
      .notNull()
      .references(() => discountCodes.id),
    /** Lower-cased email, once known. */
    customerKey: text('customer_key'),
    state: redemptionState('state').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('discount_redemptions_once_per_checkout').on(table.checkoutId, table.codeId),
    index('discount_redemptions_customer').on(table.codeId, table.customerKey),
  ],
);
