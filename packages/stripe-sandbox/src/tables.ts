import { SQL, sql } from 'drizzle-orm';
import { getTableConfig, index, integer, jsonb, pgTable, text, timestamp, type PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';
import type { SandboxObject } from './objects.ts';
import type { SandboxIntent } from './cards.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text('id').primaryKey(),
    body: jsonb('body').$type<SandboxIntent>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('sandbox_intents_created').on(table.createdAt)],
);

/** Objects that belong to payments: charges, refunds, disputes and hosted checkout sessions. */
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

export const idempotentResponses = pgTable('sandbox_answers', {
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

function definition(column: PgColumn): SQL {
  const initial = column.default instanceof SQL ? column.default : sql.raw(String(column.default));
  return sql.join([
    sql.identifier(column.name),
    sql.raw(` ${column.getSQLType()}${column.primary ? ' primary key' : column.notNull ? ' not null' : ''}`),
    ...(column.hasDefault ? [sql` default `, initial] : []),
  ]);
}

/**
 * Creates the tables in a database that has none of them. A program with its own migrations copies
 * them from here.
 */
export async function createTables(db: Db): Promise<void> {
  for (const table of [sandboxIntents, sandboxObjects, idempotentResponses, sandboxEvents]) {
    const { name, columns, indexes } = getTableConfig(table);
    const definitions = sql.join(columns.map(definition), sql`, `);
    await db.execute(sql`create table if not exists ${sql.identifier(name)} (${definitions})`);
    for (const { config } of indexes) {
      const on = config.columns.map((column) => sql.identifier('name' in column ? (column.name ?? '') : ''));
      const where = config.where === undefined ? sql`` : sql` where ${config.where}`;
      await db.execute(
        sql`create index if not exists ${sql.identifier(config.name ?? '')} on ${table} (${sql.join(on, sql`, `)})${where}`,
      );
    }
  }
}
