import { parseArgs } from 'node:util';

import { embedded, startShopServer } from '../tests/e2e/support/shop-server.ts';
import { median, report } from './support/bench-report.ts';

async function secondsUntilOpen(start: () => Promise<unknown>, url: () => string): Promise<number> {
  const begun = performance.now();
  await start();
  const answer = await fetch(url());
  if (answer.status !== 200) throw new Error(`the shop answered ${answer.status}`);
  await answer.arrayBuffer();
  return (performance.now() - begun) / 1000;
}

/**
 * Time from process start to the first page: with no database yet, and after `kill -9` with the
 * existing database. Median of `--rounds` (5).
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string' } } as const });
  const fresh: number[] = [];
  const existing: number[] = [];
  for (let round = 0; round < Number(values.rounds ?? 5); round += 1) {
    let shop: Awaited<ReturnType<typeof startShopServer>> | undefined;
    const url = () => `${shop?.url ?? ''}/`;
    fresh.push(await secondsUntilOpen(async () => (shop = await startShopServer(embedded)), url));
    await shop?.kill();
    existing.push(await secondsUntilOpen(async () => shop?.start(), url));
    await shop?.stop();
  }
  report({ name: 'start:new-database', value: median(fresh), unit: 's' });
  report({ name: 'start:existing-database', value: median(existing), unit: 's' });
}
