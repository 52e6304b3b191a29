import { parseArgs } from 'node:util';

import type { ShopServer } from '../tests/e2e/support/shop-server.ts';
import { openBareSql, type Script } from './support/bare-sql.ts';
import { countingOrders, openBusyShop, recordFlow, untilTold, type BusyShop } from './support/busy-shop.ts';
import { median, percentile, report } from './support/figures.ts';
import { newGuest, type Guest } from './support/guest.ts';
import { closedLoop, openLoop } from './support/loops.ts';
import { cpuMs } from './support/process-figures.ts';
import { callsTo } from './support/shop-calls.ts';

const atOnce = 8;
const name = 'checkout-throughput';

async function oneCheckout(guest: Guest, quiet: () => Promise<void>): Promise<void> {
  await guest.addToCart();
  const agreed = await guest.agree();
  await guest.pay(agreed);
  // The webhook's transaction first, then the browser's: on one connection they cannot overlap.
  await quiet();
  await guest.order(agreed);
}

type Given = { shop: BusyShop; rounds: number; seconds: number };
type Round = { rate: number; reference: number; cpu: number };
type Measured = { rounds: Round[]; times: number[]; done: number };

/** Checkouts against one process, in turns with the same SQL from bare `pg`. */
async function inTurns({ shop, rounds, seconds }: Given, server: ShopServer, script: Script): Promise<Measured> {
  const bare = await openBareSql(shop.databaseUrl, script, atOnce);
  const { call, end } = callsTo(server.port, atOnce * 2);
  const ours = (length: number) => closedLoop({ atOnce, seconds: length }, () => newGuest(call, shop.goods).checkOut());
  const theirs = (length: number) => closedLoop({ atOnce, seconds: length }, (connection) => bare.play(connection));
  const measured: Measured = { rounds: [], times: [], done: (await ours(5)).count + (await theirs(2)).count };
  for (let round = 0; round < rounds; round += 1) {
    await untilTold(shop);
    const before = cpuMs(server.pid());
    const { perSecond: rate, count, times } = await ours(seconds);
    await untilTold(shop);
    const cpu = (cpuMs(server.pid()) - before) / count;
    const { perSecond: reference, count: played } = await theirs(seconds);
    measured.rounds.push({ rate, reference, cpu });
    measured.times.push(...times);
    measured.done += count + played;
  }
  end();
  await bare.close();
  return measured;
}

function reportClosed({ rounds, times }: Measured): void {
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]));
  const rate = { value: of('rate'), unit: 'checkouts/s' };
  const reference = of('reference');
  report({ name: `${name}:against-bare-pg`, ...rate, reference, goal: { atLeast: 0.5 }, goalOf: 'ratio' });
  report({ name: `${name}:8-at-once`, ...rate, goal: { atLeast: 80 } });
  report({ name: `${name}:8-at-once-p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:8-at-once-p99`, value: percentile(times, 0.99), unit: 'ms' });
  report({ name: `${name}:server-cpu`, value: of('cpu'), unit: 'ms', goal: { atMost: 12 } });
}

/** Shoppers who come at a fixed rhythm, whether the shop keeps up or not; says how many came. */
async function atSteadyPace(shop: BusyShop, server: ShopServer): Promise<number> {
  const { call, end } = callsTo(server.port, 200);
  const { times, count } = await openLoop({ perSecond: 20, seconds: 20 }, () => newGuest(call, shop.goods).checkOut());
  report({ name: `${name}:20-a-second-p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:20-a-second-p99`, value: percentile(times, 0.99), unit: 'ms', goal: { atMost: 800 } });
  end();
  return count;
}

/**
 * Complete guest checkouts over HTTP on PostgreSQL: cart, checkout, address, code, payment in the sandbox, its webhook, the order,
 * its mail queued. `--rounds` (5) of `--seconds` (6) each.
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const shop = await openBusyShop();
  const script = await recordFlow(shop, oneCheckout);
  report({ name: `${name}:statements`, value: script.steps.length, unit: 'per checkout' });
  const prove = await countingOrders(shop);
  const server = await shop.startProcess();
  const given = { shop, rounds: Number(values.rounds ?? 5), seconds: Number(values.seconds ?? 6) };
  const measured = await inTurns(given, server, script);
  reportClosed(measured);
  const steady = await atSteadyPace(shop, server);
  await untilTold(shop);
  await prove(measured.done + steady);
  await server.stop();
  await shop.close();
}
