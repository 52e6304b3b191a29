import { setTimeout as pause } from 'node:timers/promises';

import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import type { Db } from './database.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { keepConnected } from './reconnecting.server.ts';
import { isRetryable, sqlState, DatabaseUnreachable, isDatabaseUnavailable } from './database-errors.server.ts';

/** How long a read waits for the replica to replay the session's own writes. */
const maxLagWaitMs = 100;
const lookEveryMs = 10;
/**
 * How long a known replay position is trusted. One address may lead to several servers, and they
 * change.
 */
const trustedMs = 1_000;
/**
 * Interval between two reads of the primary's position. A replica that lacks the last position but
 * one (3 to 6 s ago) serves no reads.
 */
const floorMs = 3_000;

/** Matches a WAL position as PostgreSQL writes it. */
const form = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
export const isPosition = (text: string) => form.test(text);
/** Sorts after every position: a read that must see it goes to the primary. */
export const endOfLog = 'FFFFFFFF/FFFFFFFF';

function positionFrom(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

type ReadTarget = 'replica' | 'leader';

/** Reads from a replica, for display only. Reads that decide something go to the primary. */
export type Reads = {
  /**
   * Reads from a replica that has replayed `position`. Transactions go to the primary, as does
   * everything while the replica is unusable.
   */
  after(position: string | null): Db;
  /** Returns the primary's current position; everything committed lies before it. */
  position(): Promise<string>;
  /** Number of queries so far, by the server that answered them. */
  counts: Readonly<Record<ReadTarget, number>>;
  close(): Promise<void>;
};

type Options = { leader: pg.Pool; config: pg.PoolConfig; onError(error: Error): void; onBack(): void };

/**
 * True when another server may succeed: this one is gone, too slow, or canceled the query because
 * of its replay.
 */
function isReplicasOwn(error: unknown): boolean {
  const state = sqlState(error);
  return state === '57014' || (state !== '25006' && (isRetryable(error) || isDatabaseUnavailable(error)));
}

type Seen = { replayed: bigint; at: number };

async function look(client: pg.PoolClient): Promise<Seen> {
  const { rows } = await client.query<{ position: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position',
  );
  const position = rows[0]?.position ?? null;
  if (position === null) throw new DatabaseUnreachable(new Error('no replica answers'));
  return { replayed: positionFrom(position), at: performance.now() };
}

/**
 * Returns a recent position of the primary, which every replica must have replayed. Does not
 * advance while the primary is away.
 */
function watchLeader(position: () => Promise<string>) {
  let [floor, latest, at] = [0n, 0n, -Infinity];
  let asking: Promise<void> | null = null;
  const isOlder = (ms: number) => performance.now() - at > ms;
  const ask = async () => {
    const now = positionFrom(await position());
    // After a long idle period only the current position is known.
    [floor, latest, at] = [isOlder(2 * floorMs) ? now : latest, now, performance.now()];
  };
  return async (): Promise<bigint> => {
    if (isOlder(floorMs)) {
      asking ??= ask()
        .catch(() => undefined)
        .finally(() => {
          asking = null;
        });
    }
    if (isOlder(2 * floorMs)) await asking;
    return floor;
  };
}

/**
 * Returns a function that checks whether a connection's replica has replayed a position, and waits
 * briefly for it.
 */
function watchReplicas() {
  const seen = new WeakMap<pg.PoolClient, Seen>();
  return async function hasReplayed(client: pg.PoolClient, position: bigint): Promise<boolean> {
    const deadline = performance.now() + maxLagWaitMs;
    const known = seen.get(client);
    if (known !== undefined && known.replayed >= position && performance.now() - known.at < trustedMs) return true;
    for (;;) {
      const now = await look(client);
      seen.set(client, now);
      if (now.replayed >= position) return true;
      if (now.at > deadline) return false;
      await pause(lookEveryMs);
    }
  };
}

type Query = (text: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** Returns the primary's pool with another `query` function. */
function answeredBy(query: Query, leader: pg.Pool): Db {
  const client = new Proxy(leader, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return drizzle({ client });
}

/**
 * Opens a pool of replica connections beside the primary's. It reconnects in the background; no
 * caller waits for it.
 */
export function openReads({ leader, config, onError, onBack }: Options): Reads {
  const pool = new GuardedPool(config, onError);
  const connection = keepConnected({
    connectionString: config.connectionString,
    question: 'select pg_is_in_recovery() as yes',
    onError,
    onAway: () => pool.shut(),
    onBack() {
      pool.open();
      onBack();
    },
  });
  connection.start();
  const counts = { replica: 0, leader: 0 };
  const hasReplayed = watchReplicas();

  async function position(): Promise<string> {
    const { rows } = await leader.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
    return rows[0]?.position ?? endOfLog;
  }
  const floorOf = watchLeader(position);

  /** Returns a connection to a replica that has replayed `after`, or null. */
  async function connected(after: bigint): Promise<pg.PoolClient | null> {
    if (pool.isShut) return null;
    let client: pg.PoolClient | undefined;
    try {
      const floor = await floorOf();
      client = await pool.connect();
      if (await hasReplayed(client, after > floor ? after : floor)) return client;
      client.release();
    } catch (error) {
      client?.release(true);
      onError(error instanceof Error ? error : new Error(String(error)));
    }
    return null;
  }

  function reader(after: bigint): Query {
    let isOff = false;
    return async (text, values) => {
      const client = isOff ? null : await connected(after);
      if (client !== null) {
        try {
          const result = await client.query(text, values);
          client.release();
          counts.replica += 1;
          return result;
        } catch (error) {
          client.release(true);
          if (!isReplicasOwn(error)) throw error;
        }
      }
      // After a read from the primary, the next query must not return older data.
      isOff = true;
      counts.leader += 1;
      return leader.query(text, values);
    };
  }

  const after = (from: string | null) => answeredBy(reader(from === null ? 0n : positionFrom(from)), leader);
  const close = () => {
    connection.close();
    return pool.end();
  };
  return { after, position, counts, close };
}
