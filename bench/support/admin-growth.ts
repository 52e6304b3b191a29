import { administer } from '../../tests/support/postgres-cluster.ts';
import { adminAddresses, type Opened } from './admin-addresses.ts';
import { openAdminShop, type AdminShop } from './admin-shop.ts';
import { openCluster } from './bench-cluster.ts';
import { median, report } from './bench-report.ts';
import { databaseCpu, type DatabaseCpu } from './database-cpu.ts';
import { createBenchDatabase } from './fill-orders.ts';
import { openJobContext } from './job-context.ts';
import { jobWork } from './job-work.ts';

/**
 * Runs of each page and job, of which the first is not counted. Seconds after which none begins,
 * and after which a page is given up.
 */
const [runs, maxSeconds] = [6, 20];

/** Factor and ms from the smallest to the largest shop above which a cost counts as growing. */
const [maxFactor, minMs] = [2, 2];

type Costs = Map<string, number>;

/** Work of which the result is an amount, if it differs from run to run. */
type Counted = { name: string; work: () => PromiseLike<number | undefined> };

/** Returns the median CPU of PostgreSQL for one unit of some work, in ms, after a first run. */
async function costOf(cpu: DatabaseCpu, { work }: Counted): Promise<number> {
  const costs: number[] = [];
  const begun = performance.now();
  for (let run = 0; run < runs && performance.now() - begun < maxSeconds * 1000; run += 1) {
    let amount: number | undefined;
    const ms = await cpu.during(async () => (amount = await work()));
    costs.push(ms / (amount ?? 1));
  }
  return median(costs.length > 1 ? costs.slice(1) : costs);
}

const get = (shop: AdminShop, address: string) => fetch(shop.url + address, { headers: { cookie: shop.cookie } });

/** Opens a page. Throws if it does not answer. */
async function openPage(shop: AdminShop, address: string): Promise<undefined> {
  const answer = await get(shop, address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
}

/** Reads a file for at most `maxSeconds`. Returns how many thousand lines were read. */
async function readLines(shop: AdminShop, address: string): Promise<number> {
  const { body } = await get(shop, address);
  const until = performance.now() + maxSeconds * 1000;
  let lines = 0;
  for await (const bytes of body ?? []) {
    lines += (bytes as Uint8Array).reduce((count, byte) => count + Number(byte === 10), 0);
    if (performance.now() > until) break;
  }
  return lines / 1000;
}

const opening = (shop: AdminShop, { name, page, address }: Opened): Counted =>
  page.path.endsWith('.csv')
    ? { name: `${name}, 1,000 lines`, work: () => readLines(shop, address) }
    : { name, work: () => openPage(shop, address) };

async function costsOfShop(server: string, orders: number, template?: string): Promise<Costs> {
  const database = await createBenchDatabase(server, `growth_${orders}`, template);
  // The CPU of a parallel worker would not be counted.
  await administer(
    database.url,
    `alter database ${new URL(database.url).pathname.slice(1)} set max_parallel_workers_per_gather = 0`,
  );
  const shop = await openAdminShop(database, orders, { WORKER: 'false' });
  const cpu = await databaseCpu(database.url);
  const { ctx, close } = await openJobContext(database.url);
  const opened = (await adminAddresses(cpu.ask)).map((one) => opening(shop, one));
  const jobs = (await jobWork(ctx, cpu.ask)).map(({ name, work }): Counted => ({
    name,
    work: async () => void (await work()),
  }));
  const costs: Costs = new Map();
  for (const one of [...opened, ...jobs]) {
    const { name } = one;
    try {
      costs.set(name, await costOf(cpu, one));
    } catch (error) {
      costs.set(name, Number.NaN);
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await close();
  await cpu.close();
  await shop.stop();
  await database.drop();
  return costs;
}

/**
 * Opens every page and file of the admin and runs every background job in shops with so many
 * orders. Reports the CPU of PostgreSQL in the largest shop, with that in the smallest as
 * reference, and all sizes side by side. Marks what grows by more than `maxFactor`.
 */
export async function measureGrowth(sizes: readonly number[]): Promise<void> {
  const { url, template, stop } = await openCluster();
  const costs: Costs[] = [];
  for (const orders of sizes) costs.push(await costsOfShop(url, orders, template));
  const lines = [...(costs[0]?.keys() ?? [])].map((name) => {
    const row = costs.map((shop) => shop.get(name) ?? Number.NaN);
    const [reference = Number.NaN, value = Number.NaN] = [row[0], row.at(-1)];
    report({ name: `admin-scale:growth:${name}`, value, unit: 'ms', reference });
    const grows = !(value <= reference * maxFactor || value - reference <= minMs);
    return `| ${name} | ${row.map((ms) => ms.toFixed(1)).join(' | ')} | ${(value / reference).toFixed(1)} | ${grows ? '**grows**' : ''} |`;
  });
  const titles = ['CPU of PostgreSQL, ms', ...sizes.map(String), 'Growth', ''];
  console.log(['', `| ${titles.join(' | ')} |`, `| ${titles.map(() => '---').join(' | ')} |`, ...lines].join('\n'));
  await stop();
}
