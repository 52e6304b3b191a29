import { sql, type SQLWrapper } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
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

import { addressColumn } from '#platform/db/address-column.server.ts';

import type { PaymentMethod } from '#modules/payments/payment-method.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { legacyTerms, type OrderTerms } from '#modules/settings/shop-promises.ts';

import type { DocumentContact, IssuedContent } from './order-pdf.ts';
import type { DocumentKind } from './order-documents.ts';
import type { Device } from '#shared/visit-source.ts';
import { refundStatuses, type RefundedParts } from './refunds.ts';
import { returnStatuses, type ReturnLine } from './returns.ts';
import type { Customer, OrderDiscount, OrderShipping, OrderTax } from './order-record.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { searchedText } from './searched-text.server.ts';

export const orderStatus = pgEnum('order_status', orderStatuses);
export const paymentStatus = pgEnum('payment_status', paymentStatuses);

/** Returns the UTC month of a moment, which the search index has beside the text. */
export const monthOf = (moment: SQLWrapper) => sql`date_trunc('month', ${moment} at time zone 'UTC')`;

/** Returns an order's tracking number without spaces and in capitals. Null without a number. */
export const solidTrackingNumber = ({ trackingNumber }: Record<'trackingNumber', SQLWrapper>) =>
  sql`upper(replace(${trackingNumber}, ' ', ''))`;

type Delivered = Record<'deliveredAt' | 'promises', SQLWrapper>;

/**
 * Returns the promised days after an order's delivery, in UTC. Null until its delivery. The return
 * window ends with that day in the shop's zone (`returnableUntil`), which no index can know.
 */
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
    shippingAddress: addressColumn('shipping_address').notNull(),
    billingAddress: addressColumn('billing_address').notNull(),
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
    promises: jsonb('promises').$type<OrderTerms>().notNull().default(legacyTerms),
    /**
     * Amount that the provider captured. It differs from the total if the payment did not match.
     */
    capturedCents: integer('captured_cents').notNull().default(0),
    /** Amount returned to the customer: refunds that succeeded and disputes that were lost. */
    returnedCents: integer('returned_cents').notNull().default(0),
    /** Parts of that amount, the rest is goods. Null until money goes back (`returnedParts`). */
    returnedShippingCents: integer('returned_shipping_cents'),
    returnedTaxCents: integer('returned_tax_cents'),
    /**
     * Null until it is read from the provider, which settling does not wait for, and once the
     * customer is erased.
     */
    paymentMethod: jsonb('payment_method').$type<PaymentMethod>(),
    carrierName: text('carrier_name'),
    trackingNumber: text('tracking_number'),
    /** True when the units of its lines were taken out of stock for this order. */
    stockDeducted: boolean('stock_taken').notNull().default(true),
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
    index('orders_by_status').on(table.status.desc(), table.placedAt.desc(), table.id.desc()).concurrently(),
    index('orders_by_payment').on(table.paymentStatus.desc(), table.placedAt.desc(), table.id.desc()).concurrently(),
    index('orders_by_total').on(table.totalCents.desc(), table.placedAt.desc(), table.id.desc()).concurrently(),
    index('orders_held')
      .on(table.placedAt.desc(), table.id.desc())
      .where(sql`${table.holdReason} is not null`),
    index('orders_by_return_window_end')
      .on(returnWindowEnd(table))
      .where(sql`${table.status} = 'delivered'`)
      .concurrently(),
    index('orders_by_delivery')
      .on(table.deliveredAt)
      .where(sql`${table.deliveredAt} is not null`)
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
    index('orders_by_text')
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
    index('order_items_by_price').on(table.productId, table.unitPriceCents).concurrently(),
    check(
      'order_items_restocked_within_sold',
      sql`${table.restockedQuantity} >= 0 and ${table.restockedQuantity} <= ${table.quantity}`,
    ),
  ],
);

/**
 * Packages of an order beside the one in `orders`. Most orders leave in one package and have none.
 */
export const orderPackages = pgTable(
  'order_packages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    carrierName: text('carrier_name'),
    /** Number without spaces and in capitals. */
    trackingNumber: text('tracking_number').notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('order_packages_number').on(table.orderId, table.trackingNumber),
    index('order_packages_by_number').on(table.trackingNumber),
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
    /** Units, shipping or share that it pays back; null for a refund of an amount alone. */
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
    /** Parts of its amount (`splitReturn`). Null until they are known, as without an order. */
    goodsCents: integer('goods_cents'),
    shippingCents: integer('shipping_cents'),
    taxCents: integer('tax_cents'),
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
    index('refunds_succeeded')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'succeeded'`)
      .concurrently(),
    index('refunds_without_parts')
      .on(table.createdAt)
      .where(sql`${table.taxCents} is null and ${table.status} <> 'failed'`)
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
 * makes the order paid or the refund succeed, or that corrects what an issued document says. The
 * job `number-documents` gives the number and stores the content. A trigger then refuses every
 * change and deletion, except that `contact` is erased.
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
    /**
     * First document of a chain of corrections. Null for that document itself. Without a foreign
     * key, because a restore inserts rows in no order.
     */
    originalId: uuid('original_id'),
    /**
     * Null for an invoice and for every correction, so that a refund's money belongs to one
     * document.
     */
    refundId: uuid('refund_id')
      .unique()
      .references(() => refunds.id),
    /** Tax in a credit note, as it was issued. Null without a refund. */
    taxCents: integer('tax_cents'),
    queuedAt: timestamp('waits_since', { withTimezone: true }).notNull().defaultNow(),
    /** Null until it is given. */
    number: integer('number'),
    /** Prefix of its series on that day. */
    prefix: text('prefix'),
    issuedAt: timestamp('issued_at', { withTimezone: true }),
    /**
     * All that it says, as written when it got its number. Null until then, and for a document of
     * an earlier version until the job or the first reader writes it.
     */
    content: jsonb('content').$type<IssuedContent>(),
    /** Email and payment method in it. Null once the customer's contact is erased. */
    contact: jsonb('contact').$type<DocumentContact>(),
  },
  (table) => [
    uniqueIndex('order_documents_number').on(table.mode, table.kind, table.number),
    uniqueIndex('order_documents_first_invoice')
      .on(table.orderId)
      .where(sql`${table.kind} = 'invoice' and ${table.originalId} is null`)
      .concurrently(),
    uniqueIndex('order_documents_waiting_correction')
      .on(table.originalId)
      .where(sql`${table.number} is null`)
      .concurrently(),
    index('order_documents_unwritten')
      .on(table.id)
      .where(sql`${table.number} is not null and ${table.content} is null`)
      .concurrently(),
    index('order_documents_order').on(table.orderId),
    index('order_documents_waiting')
      .on(table.mode, table.kind, table.queuedAt, table.id)
      .where(sql`${table.number} is null`),
    index('order_documents_issued').on(table.mode, table.issuedAt),
    check(
      'order_documents_refund',
      sql`(${table.kind} = 'credit_note' and ${table.originalId} is null) = (${table.refundId} is not null)`,
    ),
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
    previousHoldReason: text('hold_before'),
    /** Time at which the provider made the stored statement. */
    providerUpdatedAt: timestamp('stated_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Parts of its amount (`splitReturn`). Null until they are known, as without an order. */
    goodsCents: integer('goods_cents'),
    shippingCents: integer('shipping_cents'),
    taxCents: integer('tax_cents'),
  },
  (table) => [
    index('disputes_payment').on(table.paymentIntentId),
    index('disputes_by_statement').on(table.providerUpdatedAt).concurrently(),
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
export const pendingOrderErasures = pgTable('orders_to_forget', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** Replaces the email then. */
  alias: text('alias').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

const count = (name: string) => integer(name).notNull().default(0);
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * Sales by day of the shop's time zone, once the day is over: in total (`all`), by product, and by
 * each key of the figures. `refunded` has a row per order of which money went back. A row without a
 * mode says that its day is counted; whoever changes a day deletes it (`forgetSalesDays`).
 */
export const salesDays = pgTable(
  'sales_days',
  {
    zone: text('zone').notNull(),
    mode: text('mode').notNull(),
    day: date('day').notNull(),
    dimension: text('dimension').notNull(),
    key: text('key').notNull(),
    orders: count('orders'),
    paidOrders: count('paid_orders'),
    units: count('units'),
    /** Captured payments of orders of the day, with the shipping and tax in them. */
    grossCents: cents('gross_cents'),
    shippingCents: cents('shipping_cents'),
    taxCents: cents('tax_cents'),
    /** Refunds and lost disputes of the day, and of them the disputes, and the tax in both. */
    refundedCents: cents('refunded_cents'),
    disputedCents: cents('disputed_cents'),
    refundedTaxCents: cents('refunded_tax_cents'),
    disputedTaxCents: cents('disputed_tax_cents'),
  },
  (table) => [
    primaryKey({
      name: 'sales_days_pk',
      columns: [table.zone, table.mode, table.dimension, table.day, table.key],
    }),
  ],
);
