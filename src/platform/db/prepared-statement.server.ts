import { sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import type { Db } from './database.server.ts';

/** SQL placeholders for the values of a prepared statement. */
export type Placeholders<Values> = { [Name in keyof Values]: SQL<Values[Name]> };

/** A Drizzle query, which `prepare` builds and names. */
type Query<Rows> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> } };
type Prepared<Rows> = ReturnType<Query<Rows>['prepare']>;

/**
 * Returns the pool of a database, or the connection of a transaction. Drizzle's types hide it in a
 * transaction, and Drizzle prepares a statement for one connection only (decision 0039).
 */
function clientOf({ _: { session } }: Db): pg.Pool | pg.PoolClient {
  if ('client' in session) return session.client as pg.Pool | pg.PoolClient;
  throw new Error('a database or a transaction has a client');
}

/**
 * Encodes dates as Drizzle does; the driver's own text of a date depends on the server's time zone.
 */
const encoded = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Number of names so far. PostgreSQL parses and plans a named statement once per connection. */
let named = 0;

/**
 * Prepares a statement of the way from cart to order. Its text is built once per connection instead
 * of with every call. `build` receives a placeholder for each given value. Omitted or undefined
 * values lead to another text. The driver encodes the values, so an array becomes a PostgreSQL
 * array, not JSON.
 */
export function preparedStatement<Values extends Record<string, unknown>, Rows>(
  build: (db: Db, placeholders: Placeholders<Values>) => Query<Rows>,
): (db: Db, values: Values) => Promise<Rows> {
  const names = new Map<string, string>();
  const prepared = new WeakMap<pg.Pool | pg.PoolClient, Map<string, Prepared<Rows>>>();

  function prepare(client: pg.Pool | pg.PoolClient, valueNames: readonly string[]): Prepared<Rows> {
    const key = valueNames.join();
    const known = prepared.get(client) ?? new Map<string, Prepared<Rows>>();
    prepared.set(client, known);
    const found = known.get(key);
    if (found !== undefined) return found;
    const name = names.get(key) ?? `shop_${(named += 1)}`;
    names.set(key, name);
    const placeholders = Object.fromEntries(valueNames.map((value) => [value, sql`${sql.placeholder(value)}`]));
    const statement = build(drizzle({ client }), placeholders as Placeholders<Values>).prepare(name);
    known.set(key, statement);
    return statement;
  }

  return (db, values) => {
    const entries = Object.entries(values).filter(([, value]) => value !== undefined);
    const statement = prepare(
      clientOf(db),
      entries.map(([name]) => name),
    );
    return statement.execute(Object.fromEntries(entries.map(([name, value]) => [name, encoded(value)])));
  };
}
