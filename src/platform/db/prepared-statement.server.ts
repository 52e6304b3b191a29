import { sql, type SQL } from 'drizzle-orm';

import { connectionOf, databaseOn, type Connection } from './connection.server.ts';
import type { Db } from './database.server.ts';

/** SQL placeholders for the values of a prepared statement. */
export type Placeholders<Values> = { [Name in keyof Values]: SQL<Values[Name]> };

/** A Drizzle query, which `prepare` builds and names. */
type Query<Rows> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> } };
type Prepared<Rows> = ReturnType<Query<Rows>['prepare']>;

/**
 * Encodes dates as Drizzle does; the driver's own text of a date depends on the server's time zone.
 */
const encoded = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Number of names so far. PostgreSQL parses and plans a named statement once per connection. */
let named = 0;

/**
 * Prepares a statement of the way from cart to order. Its text is built once per connection instead
 * of with every call, except in a savepoint. `build` receives a placeholder for each given value.
 * Omitted or undefined values lead to another text. The driver encodes the values, so an array
 * becomes a PostgreSQL array, not JSON.
 */
export function preparedStatement<Values extends Record<string, unknown>, Rows>(
  build: (db: Db, placeholders: Placeholders<Values>) => Query<Rows>,
): (db: Db, values: Values) => Promise<Rows> {
  const names = new Map<string, string>();
  const prepared = new WeakMap<Connection, Map<string, Prepared<Rows>>>();

  function prepareIn(db: Db, key: string, valueNames: readonly string[]): Prepared<Rows> {
    const name = names.get(key) ?? `shop_${(named += 1)}`;
    names.set(key, name);
    const placeholders = Object.fromEntries(valueNames.map((value) => [value, sql`${sql.placeholder(value)}`]));
    return build(db, placeholders as Placeholders<Values>).prepare(name);
  }

  function prepare(db: Db, valueNames: readonly string[]): Prepared<Rows> {
    const key = valueNames.join();
    const connection = connectionOf(db);
    if (connection === undefined) return prepareIn(db, key, valueNames);
    const known = prepared.get(connection) ?? new Map<string, Prepared<Rows>>();
    prepared.set(connection, known);
    const found = known.get(key);
    if (found !== undefined) return found;
    const statement = prepareIn(databaseOn(connection), key, valueNames);
    known.set(key, statement);
    return statement;
  }

  return (db, values) => {
    const entries = Object.entries(values).filter(([, value]) => value !== undefined);
    const statement = prepare(
      db,
      entries.map(([name]) => name),
    );
    return statement.execute(Object.fromEntries(entries.map(([name, value]) => [name, encoded(value)])));
  };
}
