import { index, integer, jsonb, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { Address, Customer, OrderDiscount, OrderShipping, OrderTax } from './rules.ts';

export const orderStatus = pgEnum('order_status', [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'completed',
  'cancelled',
]);
export const paymentStatus = pgEnum('payment_status', [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
  'not_required',
]);

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderNumber: text('order_number').notNull().unique(),
    checkoutId: uuid('checkout_id').notNull().unique(),
    paymentIntentId: text('payment_intent_id').unique(),
    customerId: text('customer_id'),
    /** Lower case: the key by which guests are found again. */
    email: text('email').notNull(),
    status: orderStatus('status').notNull(),
    paymentStatus: paymentStatus('payment_status').notNull(),
    /** Why a person must look at it before it ships; null when nothing is wrong. */
    holdReason: text('hold_reason'),
    customer: jsonb('customer').$type<Customer>().notNull(),
    shippingAddress: jsonb('shipping_address').$type<Address>().notNull(),
    billingAddress: jsonb('billing_address').$type<Address>().notNull(),
    deliveryInstructions: text('delivery_instructions').notNull().default(''),
    shipping: jsonb('shipping').$type<OrderShipping>(),
    code: jsonb('code').$type<OrderDiscount>(),
    promotion: jsonb('promotion').$type<OrderDiscount>(),
    subtotalCents: integer('subtotal_cents').notNull(),
    discountCents: integer('discount_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    tax: jsonb('tax').$type<OrderTax>(),
    totalCents: integer('total_cents').notNull(),
    carrierName: text('carrier_name'),
    trackingNumber: text('tracking_number'),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull().defaultNow(),
    shippedAt: timestamp('shipped_at', { withTimezone: true }),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('orders_newest').on(table.placedAt.desc(), table.id.desc()),
    index('orders_customer').on(table.customerId, table.placedAt.desc()),
    index('orders_email').on(table.email, table.placedAt.desc()),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    productId: uuid('product_id').notNull(),
    name: text('name').notNull(),
    imageUrl: text('image_url').notNull(),
    quantity: integer('quantity').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    /** This line's share of all discounts of the order. */
    discountCents: integer('discount_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
  },
  (table) => [index('order_items_order').on(table.orderId)],
);

export const orderEvents = pgTable(
  'order_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    type: text('type').notNull(),
    status: orderStatus('status'),
    message: text('message').notNull(),
    location: text('location'),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('order_events_order').on(table.orderId, table.at)],
);
