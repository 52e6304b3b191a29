import { is, Placeholder, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type pg from 'pg';

import type { Db } from './database.server.ts';
import { rowReader, type Fields } from './row-reader.server.ts';

type Statement<Found> = { prepare(name: string): { execute(): Promise<Found> } };
/** SQL placeholders for a statement's values. */
export type Places<Values> = { [Name in keyof Values]: SQL<Values[Name]> };

/** Builds statements; not connected to any database. */
const builder: Db = drizzle.mock();

type Client = { query(query: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> };

/** Returns the client that a database or a transaction sends its statements to. */
export function clientOf({ _: { session } }: Db): unknown {
  if ('client' in session) return session.client;
  throw new Error('a database or a transaction has a client');
}

/** Fields of a prepared statement that Drizzle's types omit. `fields` is set if rows are read. */
type Prepared = Partial<Fields> & {
  params: unknown[];
  queryConfig: pg.QueryConfig;
  rawQueryConfig: pg.QueryConfig;
};

/**
 * Number of texts so far. Each gets a name, under which a connection has the database parse and
 * plan it once.
 */
let named = 0;

/**
 * Encodes dates as Drizzle does; the driver's own text of a date depends on the server's time zone.
 */
const encoded = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Sends a prepared statement with the values of one run, and reads the rows. */
type Ready = (client: Client, values: Record<string, unknown>) => Promise<unknown>;

function readyOf<Found>(statement: Statement<Found>): Ready {
  named += 1;
  const prepared = statement.prepare(`shop_constant_${named}`) as unknown as Prepared;
  const { fields, joinsNotNullableMap } = prepared;
  const query = fields === undefined ? prepared.rawQueryConfig : prepared.queryConfig;
  const read = fields === undefined ? null : rowReader({ fields, joinsNotNullableMap });
  const params = prepared.params.map((one) => {
    if (!is(one, Placeholder)) return () => one;
    const { name } = one;
    return (values: Record<string, unknown>) => values[name];
  });
  return async (client, values) => {
    const args = params.map((valueIn) => valueIn(values));
    try {
      const result = await client.query(query, args);
      return read === null ? result : result.rows.map(read);
    } catch (error) {
      throw new DrizzleQueryError(query.text, args, error instanceof Error ? error : undefined);
    }
  };
}

/**
 * Prepares a statement: its text is built once instead of with every call. `build` receives a
 * placeholder for each given value.
 * Omitted or undefined values lead to another text. The driver encodes the values, so an array
 * becomes a PostgreSQL array, not JSON.
 */
export function constant<Values extends Record<string, unknown>, Found>(
  build: (db: Db, placeholders: Places<Values>) => Statement<Found>,
): (db: Db, input: Values) => Promise<Found> {
  const texts = new Map<string, Ready>();
  return (db, input) => {
    let shape = '';
    const values: Record<string, unknown> = {};
    for (const name in input) {
      if (input[name] === undefined) continue;
      shape += `${name},`;
      values[name] = encoded(input[name]);
    }
    let ready = texts.get(shape);
    if (ready === undefined) {
      const placeholders = Object.keys(values).map((name) => [name, sql`${sql.placeholder(name)}`]);
      ready = readyOf(build(builder, Object.fromEntries(placeholders) as Places<Values>));
      texts.set(shape, ready);
    }
    return ready(clientOf(db) as Client, values) as Promise<Found>;
  };
}
