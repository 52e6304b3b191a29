import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';
import type { RecentOrder, Waiting } from './rules.ts';

/** What waits for a person: counts of at most 1,000, and when the first bank must be answered. */
export function waiting(db: Db): Promise<Waiting> {
  return repo.countWaiting(db);
}

/** The orders that were placed last, newest first. */
export function recentOrders(db: Db, limit: number): Promise<RecentOrder[]> {
  return repo.listRecent(db, limit);
}
