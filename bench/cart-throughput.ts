import { parseArgs } from 'node:util';

import { compareWithBareSql } from './support/compare-with-bare-sql.ts';
import { openBusyShop, recordFlow } from './support/busy-shop.ts';
import { reportCosts } from './support/cpu-costs.ts';
import { percentile, report } from './support/bench-report.ts';
import type { Guest } from './support/guest-shopper.ts';

const name = 'cart-throughput';

async function fillCart(guest: Guest): Promise<void> {
  await guest.addToCart();
  const { items } = await guest.readCart();
  if (items.length !== 1) throw new Error(`a cart with one product has ${items.length} lines`);
}

/**
 * New guests who add one product and read the cart, 8 at once. The reference is the same SQL from
 * bare `pg`, measured in alternation. Options: `--rounds` (5) of `--seconds` (4).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const shop = await openBusyShop();
  const script = await recordFlow(shop, fillCart);
  const server = await shop.startProcess();
  const turns = { concurrency: 8, warm: 5, rounds: Number(values.rounds ?? 5), seconds: Number(values.seconds ?? 4) };
  const { rate, reference, costs, times } = await compareWithBareSql({ shop, server, script }, turns, fillCart);
  report({ name: `${name}:statements`, value: script.steps.length, unit: 'per-cart' });
  report({ name, value: rate, unit: 'carts/s', reference });
  report({ name: `${name}:8-at-once`, value: rate, unit: 'carts/s' });
  report({ name: `${name}:p99`, value: percentile(times, 0.99), unit: 'ms' });
  reportCosts(name, costs);
  await server.stop();
  await shop.close();
}
