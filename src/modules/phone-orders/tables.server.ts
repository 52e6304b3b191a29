import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { addressColumn } from '#platform/db/address-column.server.ts';

import type { Customer } from '#modules/orders/order-record.ts';

import type { PhoneOrderItem } from './phone-order.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Orders that admins take on the telephone, until they are paid at the checkout. */
export const phoneOrders = pgTable(
  'phone_orders',
  {
    /** Token of the payment link. */
    id: uuid('id').primaryKey(),
    /** Id of the cart that the first opening creates. */
    cartId: uuid('cart_id').notNull().unique().defaultRandom(),
    /** Lowercase. Null once erased, as are name and address. */
    email: text('email'),
    customer: jsonb('customer').$type<Customer>(),
    shippingAddress: addressColumn('shipping_address'),
    items: jsonb('items').$type<PhoneOrderItem[]>().notNull(),
    /** Email of the admin who took it. */
    createdBy: text('taken_by').notNull(),
    /** Number of times that the link was mailed, and the last time. */
    sent: integer('sent').notNull().default(1),
    sentAt: at('sent_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at')
      .notNull()
      .default(sql`now() + interval '7 days'`),
    openedAt: at('opened_at'),
    withdrawnAt: at('withdrawn_at'),
  },
  (table) => [
    index('phone_orders_newest').on(table.createdAt.desc(), table.id.desc()),
    index('phone_orders_email').on(table.email),
    index('phone_orders_with_contact')
      .on(table.expiresAt)
      .where(sql`${table.email} is not null`)
      .concurrently(),
  ],
);
