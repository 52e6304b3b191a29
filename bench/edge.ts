import { parseArgs } from 'node:util';

import { hasVarnish } from '../scripts/installed-programs.ts';
import { startOutsidePostgres } from '../tests/outside/support/outside-postgres.ts';
import { startOutsideShop } from '../tests/outside/support/outside-shop.ts';
import { untilTrue } from '../tests/outside/support/steady-load.ts';
import { edgeToken, startVarnish } from '../tests/outside/support/varnish.ts';
import { freePort } from '../tests/support/postgres-cluster.ts';
import { median, report } from './support/bench-report.ts';
import { requestsPerSecond } from './support/requests-per-second.ts';

const connections = 32;
const paths = ['/', '/product'];

/**
 * Pages per second from Varnish in front of one process of the shop. The reference is that process
 * itself, measured in alternation. Also reports the hit rate, the requests that reached the shop,
 * and how long a changed price takes to appear.
 * One client process runs on the same machine. If the client is saturated, the figures show its
 * limit. Options: `--rounds` (5) of `--seconds` (2).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds ?? 5), Number(values.seconds ?? 2)];
  if (!hasVarnish()) throw new Error('varnishd is not installed');
  const postgres = await startOutsidePostgres();
  const port = await freePort();
  const varnish = await startVarnish(port);
  const edge = { EDGE: 'varnish', EDGE_PURGE_URL: varnish.url, EDGE_PURGE_TOKEN: edgeToken };
  const settings = { PORT: String(port), PUBLIC_URL: varnish.url, TRUST_PROXY: 'true', RATE_LIMITS: 'off', ...edge };
  const shop = await startOutsideShop({ databaseUrl: postgres.url, settings });
  for (const path of paths) {
    const measure = (of: number) => requestsPerSecond({ port: of, path, connections, seconds });
    await measure(varnish.port);
    await measure(port);
    const before = varnish.counts();
    const [ours, reference]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(varnish.port));
      reference.push(await measure(port));
    }
    const after = varnish.counts();
    const views = after.requests - before.requests;
    report({ name: `edge${path}`, value: median(ours), unit: 'requests/s', reference: median(reference) });
    report({ name: `edge${path}:hits`, value: ((after.hits - before.hits) / views) * 100, unit: '%' });
    report({ name: `edge${path}:of-shop`, value: after.ofShop - before.ofShop, unit: `of ${views} requests` });
  }
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const cents = 30_001 + round * 101;
    await postgres.ask(`update products set price_cents = ${cents}, sale_price_cents = null where is_active`);
    const price = (cents / 100).toFixed(2);
    const isShown = async () => (await (await fetch(`${varnish.url}/product`)).text()).includes(price);
    delays.push(await untilTrue(`the edge shows ${price}`, 60_000, isShown));
  }
  report({ name: 'edge:purge', value: median(delays), unit: 'ms' });
  await shop.stop();
  await varnish.stop();
  await postgres.stop();
}
