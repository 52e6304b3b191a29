import { parseArgs } from 'node:util';

import {
  countingOrders,
  vacuumAnalyze,
  openBusyShop,
  untilEventsDelivered,
  type BusyShop,
} from './support/busy-shop.ts';
import { median, report } from './support/bench-report.ts';
import { newGuest } from './support/guest-shopper.ts';
import { closedLoop } from './support/load-loops.ts';
import { callsTo, type Call } from './support/shop-calls.ts';

const sizes = [1, 2, 4];
const atOnceEach = 8;

async function checkoutsPerSecond(shop: BusyShop, calls: readonly Call[], seconds: number) {
  const load = { concurrency: atOnceEach * calls.length, seconds };
  const measured = await closedLoop(load, (worker) => {
    const call = calls[worker % calls.length];
    if (call === undefined) throw new Error('there is no process');
    return newGuest(call, shop.goods).checkOut();
  });
  await untilEventsDelivered(shop);
  return measured;
}

/**
 * Complete checkouts per second from 1, 2 and 4 processes on one PostgreSQL, with 8 shoppers at
 * once per process. Options: `--rounds` (3) of `--seconds` (5).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds ?? 3), Number(values.seconds ?? 5)];
  const shop = await openBusyShop();
  const prove = await countingOrders(shop);
  const servers = [];
  for (let number = 0; number < Math.max(...sizes); number += 1) servers.push(await shop.startProcess());
  const clients = servers.map(({ port }) => callsTo(port, atOnceEach * 2));
  const calls = clients.map(({ call }) => call);
  let placed = (await checkoutsPerSecond(shop, calls, 5)).count;
  await vacuumAnalyze(shop);
  const rates = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const size of sizes) {
      const { perSecond, count } = await checkoutsPerSecond(shop, calls.slice(0, size), seconds);
      rates.get(size)?.push(perSecond);
      placed += count;
    }
  }
  const [reference] = sizes.map((size) => median(rates.get(size) ?? []));
  for (const size of sizes) {
    const figure = { name: `scale-out:${size}`, value: median(rates.get(size) ?? []), unit: 'checkouts/s' };
    report({ ...figure, ...(size === 1 || reference === undefined ? {} : { reference }) });
  }
  await prove(placed);
  for (const { end } of clients) end();
  for (const server of servers) await server.stop();
  await shop.close();
}
