import pg from 'pg';

import { administer, startCluster, type Cluster } from '../../support/postgres-cluster.ts';
import { childrenOf } from './process-readings.ts';

/**
 * Starts a separate PostgreSQL for one suite, with a database and a role for the shop, and faults
 * on demand.
 */
export async function startOutsidePostgres() {
  const cluster = await startCluster(60);
  await administer(cluster.url, 'create role seller login');
  await administer(cluster.url, 'create database shop owner seller');
  const urlFor = (user: string, of: Cluster) => {
    const url = new URL(of.url);
    url.pathname = '/shop';
    url.username = user;
    return url;
  };
  const admin = urlFor('shop', cluster);
  const url = urlFor('seller', cluster);
  let frozen: number[] = [];
  const signalAll = (pids: readonly number[], signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended in the meantime.
      }
    }
  };
  const thaw = () => {
    signalAll(frozen.toReversed(), 'SIGCONT');
    frozen = [];
  };
  const askIn = async <Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> => {
    const url = new URL(admin);
    url.pathname = new URL(database).pathname;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const ask = <Row extends pg.QueryResultRow>(text: string) => askIn<Row>(admin.href, text);
  const endSessions = () =>
    ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'seller' and pid <> pg_backend_pid()`);
  process.once('exit', thaw);
  return {
    /** URL for the shop. */
    url: url.href,
    /** Runs one query as the database owner on a separate connection. */
    ask,
    /** Runs one query as the owner of another database of this server, named by its URL. */
    askIn,
    /** Kills PostgreSQL at once: connections are then refused. */
    goAway: () => cluster.crash(),
    comeBack: () => cluster.restart(),
    /** Stops all processes: connections are accepted and never answered. */
    freeze() {
      frozen = [cluster.pid()];
      signalAll(frozen, 'SIGSTOP');
      frozen.push(...childrenOf(cluster.pid()));
      signalAll(frozen, 'SIGSTOP');
    },
    thaw,
    /** Ends the shop's connections and refuses new ones as too many. */
    async refuseConnections() {
      await ask('alter role seller connection limit 0');
      await endSessions();
    },
    acceptConnections: () => ask('alter role seller connection limit -1'),
    endSessions,
    /** Number of the shop's connections. */
    async connections(): Promise<number> {
      const [row] = await ask<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where usename = 'seller'`,
      );
      return row?.count ?? 0;
    },
    async stop() {
      thaw();
      process.off('exit', thaw);
      await cluster.stop();
    },
  };
}

export type OutsidePostgres = Awaited<ReturnType<typeof startOutsidePostgres>>;
