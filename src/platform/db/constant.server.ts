import { is, Placeholder, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type pg from 'pg';

import type { Db } from './database.server.ts';
import { rowReader, type Fields } from './row-reader.server.ts';

type Statement<Found> = { prepare(name: string): { execute(): Promise<Found> } };
/** What stands in a statement for the values that it is given. */
export type Places<Given> = { [Name in keyof Given]: SQL<Given[Name]> };

/** Builds statements; it is connected to nothing. */
const builder: Db = drizzle.mock();

type Client = { query(query: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> };

/** What a database or a transaction sends its statements to. */
export function clientOf({ _: { session } }: Db): unknown {
  if ('client' in session) return session.client;
  throw new Error('a database or a transaction has a client');
}

/** What Drizzle does not say of a prepared statement in its types. `fields` where rows are read. */
type Prepared = Partial<Fields> & {
  params: unknown[];
  queryConfig: pg.QueryConfig;
  rawQueryConfig: pg.QueryConfig;
};

/** Texts so far: each has a name, under which a connection has the database parse and plan it once. */
let named = 0;

/** As Drizzle sends it; the driver's own text of a moment names the server's time zone. */
const encoded = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** A statement as it is sent with the values of one run, and read. */
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
    const given = params.map((valueIn) => valueIn(values));
    try {
      const result = await client.query(query, given);
      return read === null ? result : result.rows.map(read);
    } catch (error) {
      throw new DrizzleQueryError(query.text, given, error instanceof Error ? error : undefined);
    }
  };
}

/**
 * A statement whose text is built once, with places for its values, and not with every call: `build` sees a place of each value
 * that is given. Values that are left out, or undefined, are another text. The driver encodes the values: an array is one of
 * PostgreSQL's, not JSON.
 */
export function constant<Given extends Record<string, unknown>, Found>(
  build: (db: Db, given: Places<Given>) => Statement<Found>,
): (db: Db, given: Given) => Promise<Found> {
  const texts = new Map<string, Ready>();
  return (db, given) => {
    let shape = '';
    const values: Record<string, unknown> = {};
    for (const name in given) {
      if (given[name] === undefined) continue;
      shape += `${name},`;
      values[name] = encoded(given[name]);
    }
    let ready = texts.get(shape);
    if (ready === undefined) {
      const places = Object.keys(values).map((name) => [name, sql`${sql.placeholder(name)}`]);
      ready = readyOf(build(builder, Object.fromEntries(places) as Places<Given>));
      texts.set(shape, ready);
    }
    return ready(clientOf(db) as Client, values) as Promise<Found>;
  };
}
