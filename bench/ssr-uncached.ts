import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { demoAccounts } from '#content/demo-shop.ts';

import type { ShopServer } from '../tests/e2e/support/shop-server.ts';
import { openBusyShop, type BusyShop } from './support/busy-shop.ts';
import { closedLoop } from './support/load-loops.ts';
import { median, percentile, report } from './support/bench-report.ts';
import { cpuMs } from './support/process-usage.ts';
import { callsTo } from './support/shop-calls.ts';

const concurrency = 4;

/** Starts React in a separate process. Each round renders the same page repeatedly. */
async function startReact({ path, headers }: PageRequest, shopUrl: string, seconds: number) {
  const child = fork(join(import.meta.dirname, 'support/react-render.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const answer = async <T>(message: object): Promise<T> => {
    child.send(message);
    const [reply] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [
      T | null,
    ];
    if (reply === null) throw new Error('React alone could not render the page');
    return reply;
  };
  const { bytes } = await answer<{ bytes: number }>({ url: `${shopUrl}${path}`, headers, seconds });
  if (bytes < 10_000) throw new Error(`React alone rendered only ${bytes} characters`);
  return {
    perSecond: async () => (await answer<{ perSecond: number }>({})).perSecond,
    stop: () => child.disconnect(),
  };
}

type PageRequest = { name: string; path: string; headers: Record<string, string> };

/**
 * Returns pages that are never cached, with the cookies of a signed-in user or of a guest with a
 * cart.
 */
async function closedPages(shop: BusyShop, { url, port }: ShopServer): Promise<PageRequest[]> {
  const { call, end } = callsTo(port, 1);
  const cookieOf = async (path: string, headers: Record<string, string>, body: object) => {
    const { status, cookies } = await call('POST', path, headers, body);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  };
  const signedIn = (role: string) => {
    const { email, password } = demoAccounts.find((account) => account.role === role) ?? { email: '', password: '' };
    return cookieOf('/api/auth/sign-in/email', { origin: url }, { email, password });
  };
  const item = { product_id: shop.goods.productId, quantity: 1 };
  const guest = await cookieOf('/api/cart/items', { 'sec-fetch-site': 'same-origin' }, item);
  const pages = [
    { name: 'ssr-uncached/checkout', path: '/checkout', headers: guest },
    { name: 'ssr-uncached/account', path: '/account', headers: await signedIn('customer') },
    { name: 'ssr-uncached/admin/orders', path: '/admin/orders', headers: await signedIn('admin') },
  ];
  end();
  return pages;
}

type Rounds = { rounds: number; seconds: number };

/**
 * Measures pages per second and CPU time per page, in alternation with the reference.
 */
async function measure(server: ShopServer, page: PageRequest, { rounds, seconds }: Rounds) {
  const { name, path, headers } = page;
  const react = await startReact(page, server.url, seconds);
  const { call, end } = callsTo(server.port, concurrency);
  const load = () =>
    closedLoop({ concurrency, seconds }, async () => {
      const { status, body } = await call('GET', path, headers);
      if (status !== 200 || !body.includes('</html>')) throw new Error(`${path} answered ${status}`);
    });
  await load();
  await react.perSecond();
  const [ours, references, cpu, times]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuMs(server.pid());
    const measured = await load();
    cpu.push((cpuMs(server.pid()) - before) / measured.count);
    ours.push(measured.perSecond);
    times.push(...measured.times);
    references.push(await react.perSecond());
  }
  report({ name, value: median(ours), unit: 'pages/s', reference: median(references) });
  report({ name: `${name}:p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:server-cpu`, value: median(cpu), unit: 'ms' });
  react.stop();
  end();
}

/**
 * Rendering of pages that are not cached, including what their loaders read: `/product` sorted,
 * which bypasses the cache, and pages of a guest, a customer and an admin. The reference is React
 * alone with the same tree and data, measured in alternation.
 * Options: `--rounds` (5) of `--seconds` (3).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds ?? 5), Number(values.seconds ?? 3)];
  const shop = await openBusyShop();
  const server = await shop.startProcess({ RATE_LIMITS: 'off' });
  const product = { name: 'ssr-uncached', path: '/product?sort=newest', headers: {} };
  for (const page of [product, ...(await closedPages(shop, server))]) await measure(server, page, { rounds, seconds });
  await server.stop();
  await shop.close();
}
