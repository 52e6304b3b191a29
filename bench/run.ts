import { existsSync } from 'node:fs';

import { missedGoals } from './support/figures.ts';

type Bench = { run(args: string[]): Promise<void> };

/** Each bench is loaded only when it is asked for: not every machine has what all of them need. */
const benches: Record<string, () => Promise<Bench>> = {
  'page-weight': () => import('./page-weight.ts'),
  'page-throughput': () => import('./page-throughput.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  start: () => import('./start.ts'),
  'admin-scale': () => import('./admin-scale.ts'),
  'ssr-uncached': () => import('./ssr-uncached.ts'),
  'cart-throughput': () => import('./cart-throughput.ts'),
  'checkout-throughput': () => import('./checkout-throughput.ts'),
  memory: () => import('./memory.ts'),
  'scale-out': () => import('./scale-out.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = benches[name];
if (load === undefined) {
  console.error(`Usage: npm run bench <${Object.keys(benches).join('|')}> [-- options]`);
  process.exit(1);
}
if (!existsSync('build/server/index.js')) {
  console.error('Nothing is built yet: run `npm start` or `npm run build` first.');
  process.exit(1);
}
// A run that is ended from outside ends its shops and databases too: they hear the exit of this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
await (await load()).run(args);
for (const miss of missedGoals()) console.error(`missed  ${miss}`);
process.exit(missedGoals().length === 0 ? 0 : 1);
