import { sql, type SQLWrapper } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { PaymentMethod } from '#modules/payments/payment-method.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { earlierPromises, type ShopPromises } from '#modules/settings/shop-promises.ts';
import { withoutAccents } from '#platform/db/word-search.server.ts';

import type { Address } from '#shared/address.ts';
import type { DocumentKind } from './order-documents.ts';
import type { Device } from '#shared/visit-source.ts';
import { refundStatuses, type RefundedParts } from './refunds.ts';
import { returnStatuses, type ReturnLine } from './returns.ts';
import type { Customer, OrderDiscount, OrderShipping, OrderTax } from './order-record.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';

export const orderStatus = pgEnum('order_status', orderStatuses);
export const paymentStatus = pgEnum('payment_status', paymentStatuses);

type Searched = Record<'orderNumber' | 'email' | 'customer' | 'shippingAddress' | 'trackingNumber', SQLWrapper>;

/**
 * Text that the order search covers. Two spaces, which no search holds, separate its parts. Names
 * are without accents, and phone numbers only digits.
 */
export const searchedText = ({ orderNumber, email, customer, shippingAddress, trackingNumber }: Searched) =>
  sql`lower('  ' || ${orderNumber} || '  ' || ${email}
    || '  ' || ${withoutAccents(sql`coalesce(${customer} ->> 'firstName', '') || ' ' || coalesce(${customer} ->> 'lastName', '')`)}
    || '  ' || translate(coalesce(${customer} ->> 'phone', ''), ' ()+./-', '')
    || '  ' || coalesce(${shippingAddress} ->> 'postalCode', '') || '  ' || coalesce(${trackingNumber}, ''))`;

/** Returns the UTC month of a moment, which the search index has beside the text. */
export const monthOf = (moment: SQLWrapper) => sql`date_trunc('month', ${moment} at time zone 'UTC')`;

/** Returns an order's tracking number without spaces and in capitals. Null without a number. */
export const solidTrackingNumber = ({ trackingNumber }: Pick<Searched, 'trackingNumber'>) =>
  sql`upper(replace(${trackingNumber}, ' ', ''))`;

type Delivered = Record<'deliveredAt' | 'promises', SQLWrapper>;

/** Returns the end of an order's return window in UTC. Null until its delivery. */
export const returnWindowEnd = ({ deliveredAt, promises }: Delivered) =>
  sql`(${deliveredAt} at time zone 'UTC' + make_interval(days => (${promises} ->> 'returnWindowDays')::int))`;

/**
 * Keys by which the figures group orders: discount code, source, state of delivery and device. ''
 * is an order without one. Codes for one buyer share the key of their prefix, 'BACK-*'.
 */
export const figureKeys = {
  code: ({ couponDiscount }: Record<'couponDiscount', SQLWrapper>) =>
    sql`regexp_replace(coalesce(${couponDiscount} ->> 'code', ''), '-[2-9A-HJ-NP-Z]{8}$', '-*')`,
  source: ({ source }: Record<'source', SQLWrapper>) => sql`coalesce(${source}, '')`,
  state: ({ shippingAddress }: Record<'shippingAddress', SQLWrapper>) =>
    sql`trim(coalesce(${shippingAddress} ->> 'country', '') || ' ' || coalesce(${shippingAddress} ->> 'state', ''))`,
  device: ({ device }: Record<'device', SQLWrapper>) => sql`coalesce(${device}, '')`,
};

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderNumber: text('order_number').notNull().unique(),
    checkoutId: uuid('checkout_id').notNull().unique(),
    paymentIntentId: text('payment_intent_id').unique(),
    /**
     * Mode of its payment. Null for an order of an earlier version until the provider's records of
     * a mode name its payment.
     */
    paymentMode: text('payment_mode').$type<PaymentMode>(),
    /** True for the orders with which a demo shop begins. A live shop has none. */
    isSample: boolean('is_sample').notNull().default(false),
    customerId: text('customer_id'),
    /** Source and device of the visit that began its checkout. Null if not recorded. */
    source: text('source'),
    device: text('device').$type<Device>(),
    /** Lowercase; the key that finds the orders of guests. */
    email: text('email').notNull(),
    status: orderStatus('status').notNull(),
    paymentStatus: paymentStatus('payment_status').notNull(),
    /** Why a person must look at the order before it ships; null if nothing is wrong. */
    holdReason: text('hold_reason'),
    customer: jsonb('customer').$type<Customer>().notNull(),
    shippingAddress: jsonb('shipping_address').$type<Address>().notNull(),
    billingAddress: jsonb('billing_address').$type<Address>().notNull(),
    deliveryInstructions: text('delivery_instructions').notNull().default(''),
    shippingOption: jsonb('shipping').$type<OrderShipping>(),
    couponDiscount: jsonb('code').$type<OrderDiscount>(),
    promotion: jsonb('promotion').$type<OrderDiscount>(),
    subtotalCents: integer('subtotal_cents').notNull(),
    discountCents: integer('discount_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    tax: jsonb('tax').$type<OrderTax>(),
    totalCents: integer('total_cents').notNull(),
    /**
     * Promises of its quote version. The default is for orders that an older version places during
     * an update.
     */
    promises: jsonb('promises').$type<ShopPromises>().notNull().default(earlierPromises),
    /**
     * Amount that the provider captured. It differs from the total if the payment did not match.
     */
    capturedCents: integer('captured_cents').notNull().default(0),
    /** Amount returned to the customer: refunds that succeeded and disputes that were lost. */
    returnedCents: integer('returned_cents').notNull().default(0),
    /**
     * Null until it is read from the provider, which settling does not wait for, and once the
     * customer is erased.
     */
    paymentMethod: jsonb('payment_method').$type<PaymentMethod>(),
    carrierName: text('carrier_name'),
    trackingNumber: text('tracking_number'),
    /** True when the units of its lines were taken out of stock for this order. */
    stockTaken: boolean('stock_taken').notNull().default(true),
    /** Incremented with each change. A change names the version that the user saw. */
    version: integer('version').notNull().default(1),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull().defaultNow(),
    shippedAt: timestamp('shipped_at', { withTimezone: true }),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('orders_newest').on(table.placedAt.desc(), table.id.desc()),
    index('orders_customer').on(table.customerId, table.placedAt.desc()),
    index('orders_email').on(table.email, table.placedAt.desc()),
    index('orders_status').on(table.status, table.placedAt.desc(), table.id.desc()),
    index('orders_payment_status').on(table.paymentStatus, table.placedAt.desc(), table.id.desc()),
    index('orders_held')
      .on(table.placedAt.desc(), table.id.desc())
      .where(sql`${table.holdReason} is not null`),
    index('orders_by_return_window_end')
      .on(returnWindowEnd(table))
      .where(sql`${table.status} = 'delivered'`)
      .concurrently(),
    index('orders_by_tracking_number').on(solidTrackingNumber(table)).concurrently(),
    index('orders_without_mode')
      .on(table.placedAt)
      .where(sql`${table.paymentMode} is null and ${table.capturedCents} > 0`)
      .concurrently(),
    index('orders_samples')
      .on(table.id)
      .where(sql`${table.isSample}`)
      .concurrently(),
    // One index for all filters of the figures. Its later columns are compared inside the index.
    index('orders_by_figure')
      .on(
        table.paymentMode,
        table.placedAt.desc(),
        table.id.desc(),
        figureKeys.code(table),
        figureKeys.source(table),
        figureKeys.state(table),
        figureKeys.device(table),
      )
      .concurrently(),
    index('orders_search_by_words')
      .using('gin', sql`(array[${monthOf(table.placedAt)}])`, sql`${searchedText(table)} gin_trgm_ops`)
      .concurrently(),
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
    /** Units that went back into stock, by a cancellation, a refund or a return. */
    restockedQuantity: integer('restocked_quantity').notNull().default(0),
  },
  (table) => [
    index('order_items_order').on(table.orderId),
    check(
      'order_items_restocked_within_sold',
      sql`${table.restockedQuantity} >= 0 and ${table.restockedQuantity} <= ${table.quantity}`,
    ),
  ],
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

export const refundStatus = pgEnum('refund_status', refundStatuses);

/** Refunds by payment. The provider may send one before the payment's order is placed. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentIntentId: text('payment_intent_id').notNull(),
    /**
     * Idempotency key from the caller. A refund made at the provider has the provider's id here.
     */
    key: text('key').notNull(),
    providerId: text('provider_id').unique(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull().default(''),
    /** Units and shipping that it pays back; null for a refund of an amount alone. */
    parts: jsonb('parts').$type<RefundedParts>(),
    status: refundStatus('status').notNull().default('pending'),
    /** Reason for the failure, in the provider's words. */
    failure: text('failure'),
    /**
     * Part of the provider's idempotency key. The next attempt starts only after a response that
     * the provider would repeat.
     */
    attempt: integer('attempt').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('refunds_key').on(table.paymentIntentId, table.key),
    index('refunds_pending')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'pending'`),
    index('refunds_by_creation').on(table.createdAt, table.id).concurrently(),
    index('refunds_failed')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'failed'`)
      .concurrently(),
    check('refunds_amount', sql`${table.amountCents} > 0`),
  ],
);

/** Series of gapless numbers: one per payment mode and kind of document. */
export const documentSeries = pgTable(
  'document_series',
  {
    mode: text('mode').$type<PaymentMode>().notNull(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    /** True while orders that are paid, or refunds that succeed, get a number. */
    isOn: boolean('is_on').notNull(),
    prefix: text('prefix').notNull(),
    nextNumber: integer('next_number').notNull().default(1),
    /** Numbers that were never given, because the owner raised the next one. */
    skippedNumbers: integer('skipped_numbers').notNull().default(0),
    /** Date of the latest document. No later one has an earlier date. */
    lastIssuedAt: timestamp('last_issued_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.mode, table.kind] })],
);

/**
 * Invoices and credit notes with a gapless number. Stored without a number in the transaction that
 * makes the order paid or the refund succeed; the job `number-documents` gives the number.
 */
export const orderDocuments = pgTable(
  'order_documents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    mode: text('mode').$type<PaymentMode>().notNull(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null for an invoice. */
    refundId: uuid('refund_id')
      .unique()
      .references(() => refunds.id),
    /** Tax in a credit note, as it was issued. Null for an invoice, whose order has it. */
    taxCents: integer('tax_cents'),
    waitsSince: timestamp('waits_since', { withTimezone: true }).notNull().defaultNow(),
    /** Null until it is given. */
    number: integer('number'),
    /** Prefix of its series on that day. */
    prefix: text('prefix'),
    issuedAt: timestamp('issued_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('order_documents_number').on(table.mode, table.kind, table.number),
    uniqueIndex('order_documents_one_invoice')
      .on(table.orderId)
      .where(sql`${table.refundId} is null`),
    index('order_documents_order').on(table.orderId),
    index('order_documents_waiting')
      .on(table.mode, table.kind, table.waitsSince, table.id)
      .where(sql`${table.number} is null`),
    index('order_documents_issued').on(table.mode, table.issuedAt),
    check('order_documents_kind', sql`(${table.kind} = 'credit_note') = (${table.refundId} is not null)`),
    check('order_documents_numbered', sql`num_nulls(${table.number}, ${table.prefix}, ${table.issuedAt}) in (0, 3)`),
  ],
);

/** Payments that a customer's bank questions, in the provider's latest state. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    providerId: text('provider_id').notNull().unique(),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    /** Deadline for the shop's evidence. */
    evidenceDueAt: timestamp('evidence_due_at', { withTimezone: true }),
    /** Hold that the order had before, restored when the dispute is won. */
    holdBefore: text('hold_before'),
    /** Time at which the provider made the stored statement. */
    statedAt: timestamp('stated_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('disputes_payment').on(table.paymentIntentId),
    index('disputes_by_statement').on(table.statedAt).concurrently(),
  ],
);

export const returnStatus = pgEnum('return_status', returnStatuses);

/** Goods on their way back from a customer. */
export const orderReturns = pgTable(
  'order_returns',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    status: returnStatus('status').notNull().default('requested'),
    reason: text('reason').notNull(),
    lines: jsonb('lines').$type<ReturnLine[]>().notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    /** URL of the carrier's prepaid label, and when it was sent to the customer. */
    labelUrl: text('label_url'),
    labelSentAt: timestamp('label_sent_at', { withTimezone: true }),
    receivedAt: timestamp('received_at', { withTimezone: true }),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (table) => [
    index('order_returns_order').on(table.orderId),
    index('order_returns_newest').on(table.requestedAt.desc(), table.id.desc()).concurrently(),
    index('order_returns_by_status').on(table.status, table.requestedAt.desc(), table.id.desc()).concurrently(),
    uniqueIndex('order_returns_one_open')
      .on(table.orderId)
      .where(sql`${table.status} in ('requested', 'received')`),
  ],
);

/**
 * Orders of deleted accounts whose customer must still be reached. The contact is erased when the
 * order closes.
 */
export const ordersToForget = pgTable('orders_to_forget', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** Replaces the email then. */
  alias: text('alias').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
