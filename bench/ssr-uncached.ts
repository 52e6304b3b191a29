import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { demoAccounts } from '#content/demo-shop.ts';

import type { ShopServer } from '../tests/e2e/support/shop-server.ts';
import { openBusyShop, type BusyShop } from './support/busy-shop.ts';
import { closedLoop } from './support/loops.ts';
import { median, percentile, report } from './support/figures.ts';
import { cpuMs } from './support/process-figures.ts';
import { callsTo } from './support/shop-calls.ts';

const atOnce = 4;

/** React in a process of its own: rounds of rendering the same page. */
async function startReact(url: string, seconds: number) {
  const child = fork(join(import.meta.dirname, 'support/render-alone.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const answer = async <T>(message: object): Promise<T> => {
    child.send(message);
    const [told] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [T | null];
    if (told === null) throw new Error('React alone could not render the page');
    return told;
  };
  const { bytes } = await answer<{ bytes: number }>({ url, seconds });
  if (bytes < 10_000) throw new Error(`React alone rendered only ${bytes} characters`);
  return {
    perSecond: async () => (await answer<{ perSecond: number }>({})).perSecond,
    stop: () => child.disconnect(),
  };
}

type Asked = { name: string; path: string; headers: Record<string, string> };

/** Pages that are never kept, each as somebody sees it who was signed in or has a cart. */
async function closedPages(shop: BusyShop, { url, port }: ShopServer): Promise<Asked[]> {
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

type Rounds = { rounds: number; seconds: number; reference?: () => Promise<number> };

/** Pages a second and processor time of the server for one, in turns with the reference where there is one. */
async function measure(server: ShopServer, { name, path, headers }: Asked, { rounds, seconds, reference }: Rounds) {
  const { call, end } = callsTo(server.port, atOnce);
  const anew = () =>
    closedLoop({ atOnce, seconds }, async () => {
      const { status, body } = await call('GET', path, headers);
      if (status !== 200 || !body.includes('</html>')) throw new Error(`${path} answered ${status}`);
    });
  await anew();
  await reference?.();
  const [ours, references, cpu, times]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuMs(server.pid());
    const measured = await anew();
    cpu.push((cpuMs(server.pid()) - before) / measured.count);
    ours.push(measured.perSecond);
    times.push(...measured.times);
    if (reference !== undefined) references.push(await reference());
  }
  const compared = references.length === 0 ? {} : { reference: median(references) };
  report({ name, value: median(ours), unit: 'pages/s', ...compared });
  report({ name: `${name}:p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:server-cpu`, value: median(cpu), unit: 'ms' });
  end();
}

/**
 * `/` asked for in a way that is never cached, each time rendered anew with what its loaders read, in turns with React alone; then
 * pages of one visitor, a customer and an admin. `--rounds` (5) of `--seconds` (3).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds ?? 5), Number(values.seconds ?? 3)];
  const shop = await openBusyShop();
  const server = await shop.startProcess({ RATE_LIMITS: 'off' });
  const react = await startReact(`${server.url}/`, seconds);
  const home = { name: 'ssr-uncached', path: '/?anew', headers: {} };
  await measure(server, home, { rounds, seconds, reference: react.perSecond });
  react.stop();
  for (const page of await closedPages(shop, server)) await measure(server, page, { rounds, seconds });
  await server.stop();
  await shop.close();
}
