/**
 * Stands in for psql on a machine that has none: PostgreSQL from the npm registry comes without it.
 * Runs the statements on standard input one by one, with the variables of `--set` as psql inserts
 * them. Stops at the first error.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import pg from 'pg';

const { values } = parseArgs({
  options: {
    'no-psqlrc': { type: 'boolean' },
    quiet: { type: 'boolean' },
    set: { type: 'string', multiple: true },
    username: { type: 'string' },
    dbname: { type: 'string' },
  },
});
const variables = new Map((values.set ?? []).map((one) => [one.split('=', 1)[0], one.slice(one.indexOf('=') + 1)]));

/** Inserts `:"name"` as an identifier and `:'name'` as a literal. */
const filledIn = (sql: string) =>
  sql.replaceAll(/:(["'])(\w+)\1/g, (written, quote: string, name: string) => {
    const value = variables.get(name);
    if (value === undefined) return written;
    return quote === '"' ? pg.escapeIdentifier(value) : pg.escapeLiteral(value);
  });

const client = new pg.Client({ user: values.username, database: values.dbname });
await client.connect();
try {
  for (const statement of readFileSync(0, 'utf8').split(/;\n/)) await client.query(filledIn(statement));
} finally {
  await client.end();
}
