import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { SandboxIntent } from './sandbox/rules.ts';
import type { SandboxObject } from './sandbox/objects.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Every signed event of the provider that took effect, so that a copy does not. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  intentId: text('intent_id'),
  receivedAt: at('received_at').notNull().defaultNow(),
});

export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text('id').primaryKey(),
    body: jsonb('body').$type<SandboxIntent>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('sandbox_intents_created').on(table.createdAt)],
);

/** What hangs on the sandbox's payments: charges, refunds, disputes and hosted checkout sessions. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<SandboxObject['object']>().notNull(),
    intentId: text('intent_id'),
    body: jsonb('body').$type<SandboxObject>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('sandbox_objects_intent').on(table.intentId, table.kind),
    index('sandbox_objects_created').on(table.kind, table.createdAt),
  ],
);

export const sandboxAnswers = pgTable('sandbox_answers', {
  idempotencyKey: text('idempotency_key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  body: text('body').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: text('id').primaryKey(),
    body: text('body').notNull(),
    copies: integer('copies').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    nextAt: at('next_at').notNull().defaultNow(),
    deliveredAt: at('delivered_at'),
  },
  (table) => [
    index('sandbox_events_due')
      .on(table.nextAt)
      .where(sql`${table.deliveredAt} is null`),
  ],
);
