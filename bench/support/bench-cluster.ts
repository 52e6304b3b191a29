import { hasPostgres } from '../../scripts/installed-programs.ts';
import { preparedDatabase, startShopServer } from '../../tests/e2e/support/shop-server.ts';
import { startCluster } from '../../tests/support/postgres-cluster.ts';
import { createBenchDatabase } from './fill-orders.ts';

/**
 * PostgreSQL shared by the benches of one run. `template` is a database on which the shop has been
 * started once.
 */
type Shared = { url: string; pid: number; template: string };
const shared = 'BENCH_POSTGRES';

/**
 * Returns a PostgreSQL for one bench: the one started by `shareCluster`, if any. A durable one,
 * which waits for the disk, is always a new one.
 */
export async function openCluster({ isDurable = false } = {}) {
  const sharedJson = process.env[shared];
  if (sharedJson === undefined || isDurable)
    return { ...(await startCluster(undefined, isDurable)), template: undefined };
  const { url, pid, template } = JSON.parse(sharedJson) as Shared;
  return { url, template, pid: () => pid, stop: () => Promise.resolve() };
}

/**
 * Starts a PostgreSQL, if installed, and a shop on it once. Benches started from this process copy
 * the resulting database.
 */
export async function shareCluster(): Promise<void> {
  if (!hasPostgres()) return;
  const { url, pid } = await startCluster();
  const database = await createBenchDatabase(url, 'prepared');
  const shop = await startShopServer({ DATABASE_URL: database.url });
  await shop.terminate();
  await shop.stop();
  process.env[preparedDatabase] = database.url;
  process.env[shared] = JSON.stringify({
    url,
    pid: pid(),
    template: new URL(database.url).pathname.slice(1),
  } satisfies Shared);
}
