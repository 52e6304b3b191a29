import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import type { Settings } from '../env/settings.server.ts';

export type Limit = { name: string; points: number; seconds: number };

export type Limits = {
  /** Takes one point for the key; false when none is left in the window. */
  take(limit: Limit, key: string): Promise<boolean>;
  /** Whether a point is left, without taking one. */
  left(limit: Limit, key: string): Promise<boolean>;
};

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

/** Windows of points kept in the database, so that they hold over restarts and for all processes. */
export function createLimits(pool: Pool, settings: Pick<Settings, 'rateLimits'>): Limits {
  const limiters = new Map<string, RateLimiterPostgres | RateLimiterMemory>();
  const limiter = (limit: Limit) => {
    const known = limiters.get(limit.name);
    if (known !== undefined) return known;
    // The coarse limit on everything is hit by each request: it is kept in the process, not in the database.
    const created = limiterOf(limit.name === 'everything' ? null : pool, limit);
    limiters.set(limit.name, created);
    return created;
  };
  if (settings.rateLimits === 'off') return { take: async () => true, left: async () => true };
  return {
    async take(limit, key) {
      try {
        await limiter(limit).consume(key);
        return true;
      } catch (error) {
        if (error instanceof RateLimiterRes) return false;
        throw error;
      }
    },
    async left(limit, key) {
      const state = await limiter(limit).get(key);
      return state === null || state.consumedPoints < limit.points;
    },
  };
}
