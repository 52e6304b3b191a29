import { sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';

import type { Db } from './database.server.ts';

type Prepared<Found> = { execute(values: Record<string, unknown>): Promise<Found> };
type Statement<Found> = { prepare(name: string): Prepared<Found> };
/** What stands in a statement for the values that it is given. */
export type Places<Given> = { [Name in keyof Given]: SQL<Given[Name]> };

/** Builds statements; it is connected to nothing. */
const builder: Db = drizzle.mock();

/** What a database or a transaction sends its statements to. */
export function clientOf({ _: { session } }: Db): unknown {
  if ('client' in session) return session.client;
  throw new Error('a database or a transaction has a client');
}

/** Texts so far: each has a name, under which a connection has the database parse and plan it once. */
let named = 0;

/** As Drizzle sends it; the driver's own text of a moment names the server's time zone. */
const encoded = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/**
 * A statement whose text is built once, with places for its values, and not with every call: `build` sees a place of each value
 * that is given. Values that are left out, or undefined, are another text. The driver encodes the values: an array is one of
 * PostgreSQL's, not JSON.
 */
export function constant<Given extends Record<string, unknown>, Found>(
  build: (db: Db, given: Places<Given>) => Statement<Found>,
): (db: Db, given: Given) => Promise<Found> {
  const texts = new Map<string, Prepared<Found>>();
  return async (db, given) => {
    let shape = '';
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      shape += `${name},`;
      values[name] = encoded(value);
    }
    let prepared = texts.get(shape);
    if (prepared === undefined) {
      const places = Object.keys(values).map((name) => [name, sql`${sql.placeholder(name)}`]);
      named += 1;
      prepared = build(builder, Object.fromEntries(places) as Places<Given>).prepare(`shop_constant_${named}`);
      texts.set(shape, prepared);
    }
    const here = Object.assign<Prepared<Found>, object>(Object.create(prepared), { client: clientOf(db) });
    return here.execute(values);
  };
}
