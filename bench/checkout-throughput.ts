import { parseArgs } from 'node:util';

import type { ShopServer } from '../tests/e2e/support/shop-server.ts';
import { compareWithBareSql, type Compared, type Turns } from './support/compare-with-bare-sql.ts';
import {
  countingOrders,
  openBusyShop,
  recordFlow,
  untilConfirmationsSent,
  untilEventsDelivered,
  type BusyShop,
} from './support/busy-shop.ts';
import { reportCosts } from './support/cpu-costs.ts';
import { percentile, report } from './support/bench-report.ts';
import { newGuest, type Guest } from './support/guest-shopper.ts';
import { closedLoop, openLoop } from './support/load-loops.ts';
import { cpuMs } from './support/process-usage.ts';
import { startSandbox, type Sandbox } from './support/sandbox-process.ts';
import { callsTo } from './support/shop-calls.ts';

const name = 'checkout-throughput';

async function oneCheckout(guest: Guest, quiet: () => Promise<void>): Promise<void> {
  await guest.addToCart();
  const agreed = await guest.agree();
  await guest.pay(agreed);
  // Lets the webhook's transaction finish before the browser's. The recording cannot overlap them
  // on one connection.
  await quiet();
  await guest.order(agreed);
}

function reportClosed({ rate, reference, costs, times, backlog }: Compared, clients: number): void {
  const value = { value: rate, unit: 'checkouts/s' };
  report({ name: `${name}:against-bare-pg`, ...value, reference });
  report({ name: `${name}:${clients}-at-once`, ...value });
  report({ name: `${name}:${clients}-at-once-p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:${clients}-at-once-p99`, value: percentile(times, 0.99), unit: 'ms' });
  report({ name: `${name}:email-backlog`, value: backlog.emails, unit: 'emails' });
  report({ name: `${name}:email-backlog-time`, value: backlog.seconds, unit: 's' });
  reportCosts(name, costs);
}

type Flow = { server: ShopServer; sandbox: Sandbox };

/** Sends shoppers at a fixed rate, whether or not the shop keeps up. Returns how many came. */
async function atSteadyPace(shop: BusyShop, flow: Flow, seconds: number): Promise<number> {
  const { server, sandbox } = flow;
  const { call, end } = callsTo(server.port, 200);
  const { times, count } = await openLoop({ perSecond: 20, seconds }, () =>
    newGuest(call, shop.goods, sandbox.call).checkOut(),
  );
  report({ name: `${name}:20-a-second-p50`, value: percentile(times, 0.5), unit: 'ms' });
  report({ name: `${name}:20-a-second-p99`, value: percentile(times, 0.99), unit: 'ms' });
  end();
  return count;
}

/**
 * Runs the closed loop with the sandbox inside the shop's process, as in a demo shop. Returns the
 * number of checkouts.
 */
async function withSandboxInside(
  shop: BusyShop,
  { concurrency, seconds, warm }: Omit<Turns, 'rounds'>,
): Promise<number> {
  const server = await shop.startProcess();
  const { call, end } = callsTo(server.port, concurrency * 2);
  const flow = () => newGuest(call, shop.goods).checkOut();
  const warmed = await closedLoop({ concurrency, seconds: warm }, flow);
  const untilQuiet = async () => {
    await untilEventsDelivered(shop);
    await untilConfirmationsSent(shop);
  };
  await untilQuiet();
  const before = cpuMs(server.pid());
  const { count, perSecond } = await closedLoop({ concurrency, seconds }, flow);
  await untilQuiet();
  const cpu = (cpuMs(server.pid()) - before) / count;
  report({ name: `${name}:sandbox-inside:${concurrency}-at-once`, value: perSecond, unit: 'checkouts/s' });
  report({ name: `${name}:sandbox-inside:server-cpu`, value: cpu, unit: 'ms' });
  end();
  await server.stop();
  return warmed.count + count;
}

/**
 * Complete guest checkouts over HTTP on PostgreSQL: cart, checkout, address, code, payment,
 * webhook, order and queued email. The payment sandbox runs in a separate process.
 * PostgreSQL does not wait for the disk (`fsync=off`), except with `--durable`. With
 * `--memory-provider` a provider without a database takes the payments, as in other shops' benches.
 * After `--warm` (40) seconds: `--rounds` (5) of `--seconds` (6) each, then `--steady` (20) seconds
 * at 20 checkouts a second. `--clients` (8) shoppers are at once in the rounds.
 */
export async function run(args: string[]): Promise<void> {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = {
    rounds: text,
    seconds: text,
    steady: text,
    warm: text,
    clients: text,
    durable: flag,
    'memory-provider': flag,
  } as const;
  const { values } = parseArgs({ args, options });
  const shop = await openBusyShop({ isDurable: values.durable === true });
  const sandbox = await startSandbox({ inMemory: values['memory-provider'] === true });
  const script = await recordFlow(shop, oneCheckout, sandbox);
  report({ name: `${name}:statements`, value: script.steps.length, unit: 'per checkout' });
  report({ name: `${name}:round-trips`, value: script.roundTrips, unit: 'per checkout' });
  const prove = await countingOrders(shop);
  const server = await shop.startProcess(sandbox.settings);
  sandbox.connectShop(server);
  const { rounds = 5, seconds = 6, warm = 40, clients = 8 } = values;
  const turns = { concurrency: Number(clients), rounds: Number(rounds), seconds: Number(seconds), warm: Number(warm) };
  const measured = await compareWithBareSql({ shop, server, script, sandbox }, turns, (guest) => guest.checkOut());
  reportClosed(measured, turns.concurrency);
  const steady = await atSteadyPace(shop, { server, sandbox }, Number(values.steady ?? 20));
  await untilEventsDelivered(sandbox);
  await server.stop();
  await sandbox.stop();
  const inside = await withSandboxInside(shop, turns);
  await prove(measured.done + steady + inside);
  await shop.close();
}
