import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

import '../scripts/stub-asset-urls.mjs';
import { shareCluster } from './support/bench-cluster.ts';
import { figures, markdownTable, missedGoals, type Figure } from './support/bench-report.ts';

type Bench = {
  /** Loaded on demand, because not every machine has what all benches need. */
  load: () => Promise<{ run(args: string[]): Promise<void> }>;
  /**
   * Options of a quick run. All benches together take less than 6 minutes on an idle machine with 2
   * cores.
   */
  quick: string[];
};

const benches: Record<string, Bench> = {
  'page-weight': { load: () => import('./page-weight.ts'), quick: [] },
  'page-throughput': { load: () => import('./page-throughput.ts'), quick: ['--rounds', '2', '--seconds', '1'] },
  lighthouse: { load: () => import('./lighthouse.ts'), quick: ['--runs', '1'] },
  start: { load: () => import('./start.ts'), quick: ['--rounds', '1'] },
  'admin-scale': {
    load: () => import('./admin-scale.ts'),
    quick: ['--orders', '10000', '--rounds', '15', '--placing', '1'],
  },
  'ssr-uncached': { load: () => import('./ssr-uncached.ts'), quick: ['--rounds', '1', '--seconds', '2'] },
  'cart-throughput': { load: () => import('./cart-throughput.ts'), quick: ['--rounds', '1', '--seconds', '2'] },
  'checkout-throughput': {
    load: () => import('./checkout-throughput.ts'),
    quick: ['--rounds', '1', '--seconds', '3', '--steady', '5', '--warm', '5'],
  },
  memory: { load: () => import('./memory.ts'), quick: ['--minutes', '0.3', '--idle', '4'] },
  'hot-stock': { load: () => import('./hot-stock.ts'), quick: ['--rounds', '1', '--seconds', '1'] },
  edge: { load: () => import('./edge.ts'), quick: ['--rounds', '1', '--seconds', '1'] },
  'scale-out': { load: () => import('./scale-out.ts'), quick: ['--rounds', '1', '--seconds', '2'] },
};

/** Machine and date. Ratios are comparable between machines, other figures are not. */
function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  const load = loadavg().map((one) => one.toFixed(1));
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${availableParallelism()} cores of ${model}, ${memory}, Node ${process.version}, load ${load.join(' ')}`;
}

const failed: string[] = [];

/** Max seconds for all benches together and for one bench, and ms between SIGTERM and SIGKILL. */
const [maxTotalSeconds, maxBenchSeconds, endingMs] = [360, 100, 5_000];

/** Runs a bench in its own process group, which is ended when the bench exceeds its time. */
async function runInChildProcess(name: string, seconds: number): Promise<void> {
  const child = fork(import.meta.filename, [name, ...(benches[name]?.quick ?? [])], { detached: true });
  const end = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The whole group has already ended.
    }
  };
  const endNow = () => end('SIGTERM');
  process.once('exit', endNow);
  const timers = [setTimeout(endNow, seconds * 1_000), setTimeout(() => end('SIGKILL'), seconds * 1_000 + endingMs)];
  const measured: Figure[] = [];
  child.on('message', (reported: Figure[]) => measured.push(...reported));
  const begun = performance.now();
  const [code] = (await once(child, 'exit')) as [number | null];
  const took = Math.round((performance.now() - begun) / 1_000);
  timers.forEach(clearTimeout);
  process.off('exit', endNow);
  // Also ends what a crashed bench has left running.
  end('SIGKILL');
  if (measured.length === 0)
    failed.push(`${name}: ${took < seconds ? `ended with ${code}` : `not done within ${took} s`}`);
  figures.push(...measured);
  console.log(`# ${name} took ${took} s`);
}

/**
 * Runs all benches in sequence until the time is up. Failed and skipped ones are listed at the end.
 */
async function runAll(): Promise<void> {
  await shareCluster();
  for (const name of Object.keys(benches)) {
    const left = maxTotalSeconds - performance.now() / 1_000;
    if (left > endingMs / 1_000) await runInChildProcess(name, Math.min(maxBenchSeconds, left - endingMs / 1_000));
    else failed.push(`${name}: no time was left of ${maxTotalSeconds} s`);
  }
}

const argv = process.argv.slice(2);
const isTable = argv.includes('--table');
const [name = '', ...args] = argv.filter((word) => word !== '--table');
const bench = benches[name];
if (bench === undefined && name !== '--quick') {
  console.error(`Usage: npm run bench -- <--quick|${Object.keys(benches).join('|')}> [options] [--table]`);
  process.exit(1);
}
if (!existsSync('build/server/index.js')) {
  console.error('Nothing is built yet: run `npm start` or `npm run build` first.');
  process.exit(1);
}
// Exits on a signal, because the exit handlers stop the shops and databases.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
if (bench === undefined) await runAll();
else {
  await (await bench.load()).run(args);
  process.send?.(figures);
}
if (isTable)
  console.log(`\n${machine()}, \`npm run bench -- ${argv.join(' ')}\`\n\n${markdownTable(bench === undefined)}`);
for (const miss of missedGoals()) console.error(`missed  ${miss}`);
for (const failure of failed) console.error(`failed  ${failure}`);
process.exit(missedGoals().length + failed.length === 0 ? 0 : 1);
