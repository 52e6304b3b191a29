import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openBusyShop } from './support/busy-shop.ts';
import { closedLoop } from './support/loops.ts';
import { median, percentile, report } from './support/figures.ts';
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

/** `/` asked for in a way that is never cached, each time rendered anew with what its loaders read; in turns with React alone. `--rounds` (5) of `--seconds` (3). */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const seconds = Number(values.seconds ?? 3);
  const shop = await openBusyShop();
  const server = await shop.startProcess({ RATE_LIMITS: 'off' });
  const react = await startReact(`${server.url}/`, seconds);
  const { call, end } = callsTo(server.port, atOnce);
  const load = { atOnce, seconds };
  const anew = () =>
    closedLoop(load, async () => {
      const { status, body } = await call('GET', '/?anew', {});
      if (status !== 200 || !body.includes('</html>')) throw new Error(`the page answered ${status}`);
    });
  await anew();
  await react.perSecond();
  const [ours, reference, times]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < Number(values.rounds ?? 5); round += 1) {
    const measured = await anew();
    ours.push(measured.perSecond);
    times.push(...measured.times);
    reference.push(await react.perSecond());
  }
  report({ name: 'ssr-uncached', value: median(ours), unit: 'pages/s', reference: median(reference) });
  report({ name: 'ssr-uncached:p50', value: percentile(times, 0.5), unit: 'ms' });
  end();
  react.stop();
  await server.stop();
  await shop.close();
}
