import { sql, type SQLWrapper } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';

import type { Device } from '#shared/visit-source.ts';

import { readQuote } from './quote.schema.ts';
import { emptyDelivery, type QuoteVersion } from './quote.ts';

export const checkoutState = pgEnum('checkout_state', [
  'open',
  'awaiting_payment',
  'payment_processing',
  'completed',
  'expired',
]);

type State = (typeof checkoutState.enumValues)[number];
export const unpaidStates: readonly State[] = ['open', 'awaiting_payment'];
export const activeStates: readonly State[] = [...unpaidStates, 'payment_processing'];

/**
 * True if a state is one of `states`. They are literals instead of parameters, so that a cached
 * plan uses the indexes of live checkouts.
 */
const isAmong = (state: SQLWrapper, states: readonly State[]) =>
  sql`${state} in (${sql.raw(states.map((one) => `'${one}'`).join(', '))})`;

export const isActiveCheckout = (state: SQLWrapper) => isAmong(state, activeStates);
export const isUnpaid = (state: SQLWrapper) => isAmong(state, unpaidStates);

type Client = Record<'visitorIp' | 'state', SQLWrapper>;

/** True for an ended checkout that still has the address of its client. */
export const hasClientAddress = ({ visitorIp, state }: Client) =>
  sql`${visitorIp} <> '' and ${state} in ('expired', 'completed')`;

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    cartId: uuid('cart_id').notNull(),
    customerId: text('customer_id'),
    visitorIp: text('visitor_ip').notNull(),
    /** Source and device of the visit that began it. Null if not recorded. */
    source: text('source'),
    device: text('device').$type<Device>(),
    state: checkoutState('state').notNull().default('open'),
    attempt: integer('attempt').notNull().default(1),
    orderNumber: text('order_number').notNull().unique(),
    paymentIntentId: text('payment_intent_id').unique(),
    clientSecret: text('client_secret'),
    /**
     * The provider's hosted page on which this checkout is paid. Null if the shop's form is used.
     */
    hostedSessionId: text('hosted_session_id').unique(),
    /** The newest quote version. */
    quoteVersion: integer('snapshot_version').notNull().default(1),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /**
     * Quote version with which this attempt's intent is created. Retries must send the same amount
     * under the same key.
     */
    intentBaseVersion: integer('intent_base_version'),
    /**
     * End of the present lease. Until then only its holder changes the payment at the provider.
     */
    leaseUntil: timestamp('busy_until', { withTimezone: true }),
    /** Name of the present lease, chosen by its holder. */
    leaseId: uuid('lease_id'),
    /** Time when the provider was first unreachable while this checkout was due. */
    stuckSince: timestamp('stuck_since', { withTimezone: true }),
    /** Time of the next check at the provider. The pause grows with `checks`. */
    nextProviderCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull().defaultNow(),
    /** Number of checks at the provider since the payment last changed. */
    checks: integer('checks').notNull().default(0),
    /** Time when the provider said that it does not know this checkout's payment. */
    paymentUnknownAt: timestamp('payment_unknown_at', { withTimezone: true }),
    /** Code of the exit offer. A checkout gets at most one. */
    exitCodeId: uuid('exit_code_id').references(() => discountCodes.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('checkouts_one_live_per_cart').on(table.cartId).where(isActiveCheckout(table.state)),
    index('checkouts_by_cart').on(table.cartId, table.createdAt).concurrently(),
    index('checkouts_exit_offers')
      .on(table.createdAt)
      .where(sql`${table.exitCodeId} is not null`),
    index('checkouts_live_by_expiry').on(table.expiresAt).where(isActiveCheckout(table.state)),
    index('checkouts_live_by_check').on(table.nextProviderCheckAt).where(isActiveCheckout(table.state)),
    index('checkouts_left')
      .on(table.createdAt)
      .where(sql`${table.state} = 'expired'`)
      .concurrently(),
    index('checkouts_with_client_address').on(table.createdAt).where(hasClientAddress(table)).concurrently(),
    index('checkouts_payment_unknown')
      .on(table.paymentUnknownAt)
      .where(sql`${table.paymentUnknownAt} is not null`),
  ],
);

/**
 * Buyer fields of a quote version without personal data. A literal, so that the planner finds the
 * index that depends on it.
 */
export const erasedBuyer = sql.raw(`'${JSON.stringify(emptyDelivery)}'::jsonb`);

/**
 * True if the body of a quote version still contains personal data. Buyer fields that were added
 * after the version was stored count as empty.
 */
export const hasPersonalData = (body: SQLWrapper) => sql`${erasedBuyer} || ${body} <> ${body} || ${erasedBuyer}`;

/** Body of a quote version, parsed by its schema wherever it is read. */
const quoteBody = customType<{ data: QuoteVersion; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (quote) => JSON.stringify(quote),
  fromDriver: readQuote,
});

/** Quote versions of checkouts. Append-only. */
export const checkoutQuotes = pgTable(
  'checkout_snapshots',
  {
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    version: integer('version').notNull(),
    body: quoteBody('body').notNull(),
    totalCents: integer('total_cents').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.checkoutId, table.version] }),
    index('checkout_snapshots_naming')
      .on(table.checkoutId, table.version)
      .where(hasPersonalData(table.body))
      .concurrently(),
  ],
);

export const reservations = pgTable(
  'reservations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer('quantity').notNull(),
    reservedAt: timestamp('reserved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique('reservations_one_per_product').on(table.checkoutId, table.productId)],
);
