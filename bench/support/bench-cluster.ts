import { hasPostgres } from '../../scripts/installed.ts';
import { preparedDatabase, startShopServer } from '../../tests/e2e/support/shop-server.ts';
import { startCluster } from '../../tests/support/postgres-cluster.ts';
import { createBenchDatabase } from './many-orders.ts';

/** The PostgreSQL that benches of one run share; `template` is a database whose shop has been started once. */
type Shared = { url: string; pid: number; template: string };
const shared = 'BENCH_POSTGRES';

/** A PostgreSQL for one bench: the one that `shareCluster` started before it, else, or if it is to wait for the disk, its own. */
export async function openCluster({ isDurable = false } = {}) {
  const given = process.env[shared];
  if (given === undefined || isDurable) return { ...(await startCluster(undefined, isDurable)), template: undefined };
  const { url, pid, template } = JSON.parse(given) as Shared;
  return { url, template, pid: () => pid, stop: () => Promise.resolve() };
}

/** Starts a PostgreSQL, where one is installed, and once a shop on it: the benches that are started from here copy what that left. */
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
