import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgEnum, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

import { deliveryStates, endpointStates } from './webhooks.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const endpointState = pgEnum('webhook_endpoint_state', endpointStates);
export const deliveryState = pgEnum('webhook_delivery_state', deliveryStates);

/** Webhook receivers. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey().defaultRandom(),
  url: text('url').notNull(),
  events: jsonb('events').$type<string[]>().notNull(),
  /** Shared secret that signs the messages. */
  secret: text('secret').notNull(),
  state: endpointState('state').notNull().default('active'),
  /** Reason if the shop itself disabled the receiver, else null. */
  disabledReason: text('disabled_why'),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** Messages to receivers, stored in the transaction of their cause. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** The same on every try, so that a receiver recognizes a repeated message. */
    messageId: text('message_id').notNull(),
    type: text('type').notNull(),
    /** Key of the event, unique per receiver: `order.paid:<order>`. */
    eventKey: text('occurrence').notNull(),
    /** Subject in the terms of the event's module, such as an order number. */
    subject: text('order_number').notNull(),
    /** '' after the person in it was erased. */
    body: text('body').notNull(),
    state: deliveryState('state').notNull().default('pending'),
    tries: integer('tries').notNull().default(0),
    nextAttemptAt: at('next_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('webhook_deliveries_occurrence').on(table.endpointId, table.eventKey),
    index('webhook_deliveries_newest').on(table.createdAt.desc(), table.id),
    index('webhook_deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'pending'`),
  ],
);

export const deliveryAttempts = pgTable(
  'webhook_tries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    status: integer('status'),
    error: text('error'),
    ms: integer('ms').notNull(),
  },
  (table) => [index('webhook_tries_delivery').on(table.deliveryId, table.id)],
);
