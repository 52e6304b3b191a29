import type pg from 'pg';

import { StartUpError } from '#platform/env/start-up-error.ts';

// At start-up and in `doctor`, two connections are compared to find a pooler that drops settings.

/** Timeouts that each connection sets when it opens, in milliseconds. */
export const timeouts = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  // A process that freezes within a transaction holds the product's row: the others wait this long.
  idle_in_transaction_session_timeout: 3_000,
};

/**
 * Query for the session's process id and the settings that the shop cannot work with: disabled
 * timeouts, dates that the driver cannot parse, another isolation level than read committed. Also
 * returns the encoding of the database.
 */
const sessionQuery = `
  select pg_backend_pid() as pid, current_setting('server_encoding') as encoding, array(
    select name from pg_settings
    where (name = any($1) and setting = '0') or (name = 'DateStyle' and setting not like 'ISO,%')
      or (name = 'default_transaction_isolation' and setting <> 'read committed')
    order by name) as wrong`;

type Session = { pid: number; encoding: string; wrong: string[] };

async function readSession(client: pg.PoolClient): Promise<Session> {
  const { rows } = await client.query<Session>(sessionQuery, [Object.keys(timeouts)]);
  if (rows[0] === undefined) throw new Error('the database returned no session');
  return rows[0];
}

/**
 * Returns an operator-facing message if two connections, open at once, show a database or pooler
 * that the shop cannot work with; else null.
 */
function sessionProblem(first: Session, second: Session): string | null {
  if (first.pid === second.pid)
    return 'DATABASE_URL points to a pooler in transaction mode. Set its pool_mode to session, or connect to PostgreSQL directly.';
  if (second.encoding !== 'UTF8')
    return `The database at DATABASE_URL has the encoding ${second.encoding}, which cannot hold every name: have the administrator of PostgreSQL create another one with "create database shop encoding 'UTF8' template template0", and name that one.`;
  if (second.wrong.length > 0)
    return `The database at DATABASE_URL has other settings than the shop needs (${second.wrong.join(', ')}): set them for the shop's role, as docs/guides/operating.md says under "Settings of the database".`;
  return null;
}

/**
 * Throws StartUpError if a connection has no session of its own, or if settings would break the
 * shop.
 */
export async function checkSessions(pool: Pick<pg.Pool, 'connect'>): Promise<void> {
  const first = await pool.connect();
  try {
    const former = await readSession(first);
    const second = await pool.connect();
    try {
      // Within a transaction, a pooler lends the server connection to this client alone.
      await second.query('begin');
      const problem = sessionProblem(former, await readSession(second));
      if (problem !== null) throw new StartUpError(problem);
    } finally {
      await second.query('rollback').finally(() => second.release());
    }
  } finally {
    first.release();
  }
}
