import type { ShopServer } from '../../tests/e2e/support/shop-server.ts';
import { openBareSql, type Script } from './bare-sql.ts';
import {
  queuedConfirmations,
  untilConfirmationsSent,
  untilEventsDelivered,
  vacuumAnalyze,
  type BusyShop,
} from './busy-shop.ts';
import { costsOf, medianOf, perFlow, type Costs } from './cpu-costs.ts';
import { median } from './bench-report.ts';
import { newGuest, type Guest } from './guest-shopper.ts';
import { closedLoop } from './load-loops.ts';
import type { Sandbox } from './sandbox-process.ts';
import { callsTo } from './shop-calls.ts';

/**
 * Each side runs `rounds` of `seconds`. The shop first runs for `warm` seconds, because the engine
 * takes half a minute or more to compile hot code.
 */
export type Turns = { concurrency: number; rounds: number; seconds: number; warm: number };

/** `rate` and `reference` are flows per second. `done` counts the flows of both sides. */
export type Compared = {
  rate: number;
  reference: number;
  costs: Costs;
  times: number[];
  /** Confirmations that wait when a round ends, and seconds until all are sent, at most. */
  backlog: { emails: number; seconds: number };
  done: number;
};

/** `sandbox` is set if payments are made outside the shop's process. */
type Shop = { shop: BusyShop; server: ShopServer; script: Script; sandbox?: Sandbox };

/**
 * Runs a guest flow over HTTP and the same SQL from bare `pg` in alternation, `concurrency` at a
 * time. Returns the medians of the rounds.
 */
export async function compareWithBareSql(
  { shop, server, script, sandbox }: Shop,
  { concurrency, rounds, seconds, warm }: Turns,
  flow: (guest: Guest) => Promise<unknown>,
): Promise<Compared> {
  const bare = await openBareSql(shop.databaseUrl, script, concurrency);
  const { call, end } = callsTo(server.port, concurrency * 2);
  const ours = (length: number) =>
    closedLoop({ concurrency, seconds: length }, () => flow(newGuest(call, shop.goods, sandbox?.call)));
  // Stops the shop meanwhile. It would expire the checkouts, because its provider does not know
  // their payments.
  const theirs = async (length: number) => {
    process.kill(server.pid(), 'SIGSTOP');
    try {
      return await closedLoop({ concurrency, seconds: length }, (connection) => bare.play(connection));
    } finally {
      process.kill(server.pid(), 'SIGCONT');
    }
  };
  // Warm-up.
  let done = (await ours(warm)).count + (await theirs(2)).count;
  await vacuumAnalyze(shop);
  const [rates, references, times]: [number[], number[], number[]] = [[], [], []];
  const [backlogs, drains]: [number[], number[]] = [[], []];
  const untilQuiet = async () => {
    await untilEventsDelivered(sandbox ?? shop);
    await untilConfirmationsSent(shop);
  };
  const used = costsOf({ shop, server, sandbox });
  const costs: Costs[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await untilQuiet();
    const before = used();
    const measured = await ours(seconds);
    backlogs.push(await queuedConfirmations(shop));
    const ended = performance.now();
    await untilQuiet();
    drains.push((performance.now() - ended) / 1_000);
    costs.push(perFlow(before, used(), measured.count));
    const played = await theirs(seconds);
    rates.push(measured.perSecond);
    references.push(played.perSecond);
    times.push(...measured.times);
    done += measured.count + played.count;
  }
  end();
  await bare.close();
  const backlog = { emails: Math.max(...backlogs), seconds: Math.max(...drains) };
  return { rate: median(rates), reference: median(references), costs: medianOf(costs), times, backlog, done };
}
