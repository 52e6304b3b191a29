import { createHash } from 'node:crypto';

import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import type { Settings } from '../env/settings.server.ts';
import { networkOf } from './network.ts';

/** `inProcess` limits are asked by every request: they are counted in memory, for each process by itself. */
export type Limit = { name: string; points: number; seconds: number; inProcess?: boolean };

export type Limits = {
  /** Takes one point for the key; false when none is left in the window. */
  take(limit: Limit, key: string): Promise<boolean>;
  /** Whether a point is left, without taking one. */
  left(limit: Limit, key: string): Promise<boolean>;
  /** Seconds until a point is left: 0 while one is. */
  wait(limit: Limit, key: string): Promise<number>;
  /** Gives a taken point back: the call turned out not to count. */
  giveBack(limit: Limit, key: string): Promise<void>;
};

/** The first call of a window that a limit refuses. */
export type Reached = { limit: string; key: string };

/** For whom nothing is counted. */
export const noLimits: Limits = {
  take: async () => true,
  left: async () => true,
  wait: async () => 0,
  giveBack: async () => undefined,
};

const maxKey = 100;

/** The key under which points are kept: the table holds 255 characters, and a visitor may be named by longer texts. */
function keyOf(key: string): string {
  const network = networkOf(key);
  return network.length > maxKey ? createHash('sha256').update(network).digest('hex') : network;
}

function limiterOf(pool: Pool | null, limit: Limit): RateLimiterPostgres | RateLimiterMemory {
  const common = { keyPrefix: limit.name, points: limit.points, duration: limit.seconds };
  if (pool === null) return new RateLimiterMemory(common);
  return new RateLimiterPostgres({
    ...common,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit_points',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}

/**
 * Windows of points kept in the database, so that they hold over restarts and for all processes. A key that is an address
 * counts as its network. `onReached` hears once a window of whoever reaches a limit.
 */
export function createLimits(
  pool: Pool,
  settings: Pick<Settings, 'rateLimits'>,
  onReached: (reached: Reached) => Promise<void> = async () => undefined,
): Limits {
  const limiters = new Map<string, RateLimiterPostgres | RateLimiterMemory>();
  const limiter = (limit: Limit) => {
    const known = limiters.get(limit.name);
    if (known !== undefined) return known;
    const created = limiterOf(limit.inProcess === true ? null : pool, limit);
    limiters.set(limit.name, created);
    return created;
  };
  if (settings.rateLimits === 'off') return noLimits;
  const wait = async (limit: Limit, key: string) => {
    const state = await limiter(limit).get(keyOf(key));
    if (state === null || state.consumedPoints < limit.points) return 0;
    return Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
  };
  return {
    async take(limit, key) {
      try {
        await limiter(limit).consume(keyOf(key));
        return true;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (error.consumedPoints === limit.points + 1) await onReached({ limit: limit.name, key });
        return false;
      }
    },
    left: async (limit, key) => (await wait(limit, key)) === 0,
    wait,
    async giveBack(limit, key) {
      await limiter(limit).reward(keyOf(key));
    },
  };
}
