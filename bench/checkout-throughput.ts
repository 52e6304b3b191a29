import { parseArgs } from 'node:util';

import type { ShopServer } from '../tests/e2e/support/shop-server.ts';
import { againstBareSql, type Compared } from './support/against-bare-sql.ts';
import { countingOrders, openBusyShop, recordFlow, untilTold, type BusyShop } from './support/busy-shop.ts';
import { percentile, report } from './support/figures.ts';
import { newGuest, type Guest } from './support/guest.ts';
import { openLoop } from './support/loops.ts';
import { callsTo } from './support/shop-calls.ts';

const name = 'checkout-throughput';

async function oneCheckout(guest: Guest, quiet: () => Promise<void>): Promise<void> {
  await guest.addToCart();
  const agreed = await guest.agree();
  await guest.pay(agreed);
  // The webhook's transaction first, then the browser's: on one connection they cannot overlap.
  await quiet();
  await guest.order(agreed);
}

function reportClosed({ rate, reference, cpu, times }: Compared): void {
  const value = { value: rate, unit: 'checkouts/s' };
  report({ name: `${name}:against-bare-pg`, ...value, reference, goal: { atLeast: 0.5 }, goalOf: 'ratio' });
  report({ name: `${name}:8-at-once`, ...value, goal: { atLeast: 80 } });
  report({ name: `${name}:8-at-once-p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:8-at-once-p99`, value: percentile(times, 0.99), unit: 'ms' });
  report({ name: `${name}:server-cpu`, value: cpu, unit: 'ms', goal: { atMost: 12 } });
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
  const turns = { atOnce: 8, rounds: Number(values.rounds ?? 5), seconds: Number(values.seconds ?? 6) };
  const measured = await againstBareSql({ shop, server, script }, turns, (guest) => guest.checkOut());
  reportClosed(measured);
  const steady = await atSteadyPace(shop, server);
  await untilTold(shop);
  await prove(measured.done + steady);
  await server.stop();
  await shop.close();
}
