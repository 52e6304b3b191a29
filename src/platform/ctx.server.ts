import type { Logger } from 'pino';

import type { Db } from './db/database.server.ts';
import type { Settings } from './env/settings.server.ts';
import type { Jobs } from './jobs/job-queue.ts';

/** Lifetime of shared data: until the data behind it changes. */
export type CacheLifetime = {
  generation(): number;
  isFresh(made: { madeAt: number; since: number }): boolean;
};

/** Process-wide dependencies of use cases; `now` is the time of the database. */
export type Ctx = {
  db: Db;
  settings: Settings;
  log: Logger;
  jobs: Jobs;
  now(): Date;
  /** Reads facts that texts name and modules above `content` own, such as the price. */
  catalogFacts(db: Db, names: readonly string[]): Promise<Readonly<Record<string, string | null>>>;
  /** Unset where shared data is read afresh, as in commands. */
  cacheLifetime?: CacheLifetime;
};
