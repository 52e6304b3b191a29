import { readFileSync } from 'node:fs';

import pg from 'pg';

/** Nanoseconds that a process ran so far (Linux). Zero if it has ended. */
function ranFor(pid: number): bigint {
  try {
    return BigInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0] ?? 0);
  } catch {
    return 0n;
  }
}

const backends = `select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/**
 * Measures the CPU of PostgreSQL for the connections of one database, in ms. Other programs on the
 * machine hardly change it. Statements must not run in parallel workers.
 */
export async function databaseCpu(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read = async () => {
    const { rows } = await client.query<{ pid: number }>(backends);
    return new Map(rows.map(({ pid }) => [pid, ranFor(pid)]));
  };
  return {
    /** Returns the CPU, in ms, that the database's connections use while `work` runs. */
    async during(work: () => PromiseLike<unknown>): Promise<number> {
      const before = await read();
      await work();
      const after = await read();
      const nanoseconds = [...after].reduce((sum, [pid, ran]) => sum + ran - (before.get(pid) ?? 0n), 0n);
      return Number(nanoseconds) / 1e6;
    },
    ask: async <Row extends Record<string, unknown>>(text: string) => (await client.query<Row>(text)).rows,
    close: () => client.end(),
  };
}

export type DatabaseCpu = Awaited<ReturnType<typeof databaseCpu>>;
