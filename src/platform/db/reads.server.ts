import { setTimeout as pause } from 'node:timers/promises';

import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import type { Db } from './database.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { isPassing, sqlState } from './transaction.server.ts';
import { keepConnected } from './reconnecting.server.ts';
import { DatabaseUnreachable, isDatabaseUnavailable } from './unavailable.server.ts';

/** How long a read waits for the replica to have what its session wrote. */
const patienceMs = 100;
const lookEveryMs = 10;
/** What a connection has said of its server is asked again after this: behind one address there may be several, and they change. */
const trustedMs = 1_000;
/** Between two looks at the leader's position: a replica that lacks what the last but one saw, 3 to 6 s ago, serves no reads. */
const floorMs = 3_000;

/** A position of the leader's log as PostgreSQL writes it. */
const form = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
export const isPosition = (text: string) => form.test(text);
/** Behind every position: what must have been read by it is read from the leader. */
export const endOfLog = 'FFFFFFFF/FFFFFFFF';

function positionFrom(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

type ReadTarget = 'replica' | 'leader';

/** Reading from a replica, for what only shows: what decides asks the leader. */
export type Reads = {
  /** Reads there what the leader had committed at `position`; transactions are the leader's, and so is all while the replica is of no use. */
  after(position: string | null): Db;
  /** The leader's position now: what is committed lies before it. */
  position(): Promise<string>;
  /** Queries so far, by who answered them. */
  counts: Readonly<Record<ReadTarget, number>>;
  close(): Promise<void>;
};

type Options = { leader: pg.Pool; config: pg.PoolConfig; onError(error: Error): void; onBack(): void };

/** Whether another server may be able to do what this one could not: gone, too slow, or in the way of what it replays. */
function isReplicasOwn(error: unknown): boolean {
  const state = sqlState(error);
  return state === '57014' || (state !== '25006' && (isPassing(error) || isDatabaseUnavailable(error)));
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

/** Says where the leader was a while ago, which every replica must have by now; nothing new while the leader is away. */
function watchLeader(position: () => Promise<string>) {
  let [floor, latest, at] = [0n, 0n, -Infinity];
  let asking: Promise<void> | null = null;
  const isOlder = (ms: number) => performance.now() - at > ms;
  const ask = async () => {
    const now = positionFrom(await position());
    // Where nobody has read for long, nothing but the present is known.
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

/** Says whether a connection's replica has replayed the log that far, and gives it a moment to. */
function watchReplicas() {
  const seen = new WeakMap<pg.PoolClient, Seen>();
  return async function hasReplayed(client: pg.PoolClient, wanted: bigint): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    const known = seen.get(client);
    if (known !== undefined && known.replayed >= wanted && performance.now() - known.at < trustedMs) return true;
    for (;;) {
      const now = await look(client);
      seen.set(client, now);
      if (now.replayed >= wanted) return true;
      if (now.at > deadline) return false;
      await pause(lookEveryMs);
    }
  };
}

type Query = (text: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** The leader's pool, whose queries are answered otherwise. */
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

/** A pool of connections to a replica beside the leader's. It comes back by itself; nobody waits for it. */
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

  /** A connection to a replica that has replayed as much, or null. */
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
      // What was read from the leader once is not to be older with the next query.
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
