import { createHash } from 'node:crypto';

import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';

import type { Settings } from '../env/settings.server.ts';
import { networkOf } from './client-network.ts';
import { createFixedWindowCounter } from './fixed-window-counter.ts';

/**
 * A rate limit. `inProcess` limits are checked by every request, so each process counts them in its
 * own memory.
 * An `isSoft` limit only slows down: once reached, it does not keep other limits from counting.
 */
export type Limit = { name: string; points: number; seconds: number; inProcess?: boolean; isSoft?: boolean };
type Take = { limit: Limit; key: string };

export type Limits = {
  /** Takes one point for the key. False when none is left in the window. */
  consume(limit: Limit, key: string): Promise<boolean>;
  /**
   * Takes a point of each limit, or of none while one that is not soft is reached. Returns the
   * names of the reached limits. Not for `inProcess`.
   */
  consumeAll(takes: readonly Take[]): Promise<readonly string[]>;
  /** True when a point is left; takes none. */
  hasRemaining(limit: Limit, key: string): Promise<boolean>;
  /**
   * Returns the seconds until each limit has a point left; 0 if all have one now. Not for
   * `inProcess`.
   */
  secondsUntilAvailable(takes: readonly Take[]): Promise<number>;
  /** Returns taken points, because the call turned out not to count. Not for `inProcess`. */
  restorePoints(takes: readonly Take[]): Promise<void>;
};

/** Event of the first call in a window that a limit refuses. */
export type Reached = { limit: string; key: string };

/** Limits that count nothing. */
export const noLimits: Limits = {
  consume: async () => true,
  consumeAll: async () => [],
  hasRemaining: async () => true,
  secondsUntilAvailable: async () => 0,
  restorePoints: async () => undefined,
};

const maxKey = 100;

/**
 * Returns the key under which points are stored. The column holds 255 characters, and a visitor's
 * key may be longer.
 */
function storedKeyPart(key: string): string {
  const network = networkOf(key);
  return network.length > maxKey ? createHash('sha256').update(network).digest('hex') : network;
}

const storedKey = ({ limit, key }: Take) => `${limit.name}:${storedKeyPart(key)}`;

/** Time of the database in the unit of `expire`, because the clock of a process may be wrong. */
const nowMs = '(extract(epoch from now()) * 1000)::bigint';

/**
 * Condition on a stored window: it has not ended, and it ends no more than a minute after one that
 * begins now. A row written by a wrong clock counts as ended. The minute is for concurrent
 * statements.
 */
const isOpen = (until: string) => `stored.expire > ${nowMs} and stored.expire <= ${until} + 60000`;

/**
 * Takes points in one statement, in key order, so that concurrent calls cannot deadlock.
 * Its `limit` makes PostgreSQL expect few rows for any values, so it reuses the plan.
 */
const takeSql = `
  with requested as (
    select key, max_points, ${nowMs} + 1000 * seconds as until, is_soft
    from unnest($1::text[], $2::int[], $3::bigint[], $4::bool[]) as requested (key, max_points, seconds, is_soft)
    limit cardinality($1)
  ), reached as (
    select requested.key, is_soft from requested join rate_limit_points as stored on stored.key = requested.key
    where ${isOpen('requested.until')} and stored.points >= requested.max_points
  )
  insert into rate_limit_points as stored (key, points, expire)
  select key, 1, until from requested
  where key in (select key from reached) or not exists (select from reached where not is_soft)
  order by key
  on conflict (key) do update set
    points = case when ${isOpen('excluded.expire')} then stored.points + 1 else 1 end,
    expire = case when ${isOpen('excluded.expire')} then stored.expire else excluded.expire end
  returning key, points`;
/** Reads the longest wait for several limits. See `takeSql` about its `limit`. */
const waitSql = `
  select max(ceil((stored.expire - ${nowMs}) / 1000.0))::int as seconds from (
    select key, max_points, ${nowMs} + 1000 * seconds as until
    from unnest($1::text[], $2::int[], $3::bigint[]) as requested (key, max_points, seconds) limit cardinality($1)
  ) as requested join rate_limit_points as stored on stored.key = requested.key
  where ${isOpen('requested.until')} and stored.points >= requested.max_points`;
/**
 * Locks rows in the same order as `takeSql`. Its `limit` applies to the values only: around the
 * join, the reused plan would read the whole table.
 */
const giveBackSql = `
  with locked as (
    select stored.key from (select key from unnest($1::text[]) as requested (key) limit cardinality($1)) as requested
    join rate_limit_points as stored on stored.key = requested.key
    order by stored.key for update of stored
  )
  update rate_limit_points as stored set points = greatest(stored.points - 1, 0)
  from locked where stored.key = locked.key`;

/** SQL condition: true while a limit is reached for a key of the surrounding statement. */
export const isLimitReached = ({ name, points, seconds }: Limit, key: SQL) => sql<boolean>`exists (
  select from rate_limit_points as stored where key = ${`${name}:`} || ${key}::text
    and ${sql.raw(isOpen(`${nowMs} + ${1_000 * seconds}`))} and points >= ${points}::int)`;

type PointsRow = { key: string; points: number; seconds: number | null };

/**
 * Counts points in windows stored in the database, so that limits hold across restarts and
 * processes. A key that is an address counts as its network.
 * Calls `onReached` once per window and key that reach a limit.
 */
export function createLimits(
  pool: Pool,
  settings: Pick<Settings, 'rateLimits'>,
  onReached: (reached: Reached) => Promise<void> = async () => undefined,
): Limits {
  if (settings.rateLimits === 'off') return noLimits;
  const query = async (name: string, text: string, values: unknown[]): Promise<PointsRow[]> =>
    (await pool.query<PointsRow>({ name: `limits_${name}`, text, values })).rows;
  const inMemory = new Map<string, ReturnType<typeof createFixedWindowCounter>>();
  /** Takes a point in memory; returns how many the window has with it. */
  const takeInMemory = ({ name, seconds }: Limit, key: string): number => {
    const windows = inMemory.get(name) ?? createFixedWindowCounter(seconds);
    inMemory.set(name, windows);
    return windows.take(storedKeyPart(key));
  };
  const isReached = async ({ limit, key }: Take, taken: number): Promise<boolean> => {
    if (taken === limit.points + 1) await onReached({ limit: limit.name, key });
    return taken > limit.points;
  };
  const valuesOf = (takes: readonly Take[]) => [
    takes.map(storedKey),
    takes.map(({ limit }) => limit.points),
    takes.map(({ limit }) => limit.seconds),
  ];
  const consumeAll = async (takes: readonly Take[]) => {
    const rows = await query('take', takeSql, [...valuesOf(takes), takes.map(({ limit }) => limit.isSoft === true)]);
    const reached: string[] = [];
    for (const take of takes) {
      const row = rows.find(({ key }) => key === storedKey(take));
      if (row !== undefined && (await isReached(take, row.points))) reached.push(take.limit.name);
    }
    return reached;
  };
  const secondsUntilAvailable = async (takes: readonly Take[]) =>
    (await query('wait', waitSql, valuesOf(takes)))[0]?.seconds ?? 0;
  return {
    async consume(limit, key) {
      if (limit.inProcess !== true) return (await consumeAll([{ limit, key }])).length === 0;
      return !(await isReached({ limit, key }, takeInMemory(limit, key)));
    },
    consumeAll,
    hasRemaining: async (limit, key) => (await secondsUntilAvailable([{ limit, key }])) === 0,
    secondsUntilAvailable,
    restorePoints: async (takes) => void (await query('give_back', giveBackSql, [takes.map(storedKey)])),
  };
}
