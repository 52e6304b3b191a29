import type { ShopServer } from '../../tests/e2e/support/shop-server.ts';
import { openBareSql, type Script } from './bare-sql.ts';
import { lookedAt, untilTold, type BusyShop } from './busy-shop.ts';
import { costsOf, medianOf, perFlow, type Costs } from './costs.ts';
import { median } from './figures.ts';
import { newGuest, type Guest } from './guest.ts';
import { closedLoop } from './loops.ts';
import type { Sandbox } from './sandbox-apart.ts';
import { callsTo } from './shop-calls.ts';

/** `rounds` of `seconds` each side; before them ours runs for `warm` seconds: the engine compiles what is used often, for half a minute and more. */
export type Turns = { atOnce: number; rounds: number; seconds: number; warm: number };

/** `rate` and `reference` in flows a second, `done` by both sides together. */
export type Compared = { rate: number; reference: number; costs: Costs; times: number[]; done: number };

/** `sandbox` where payments are made when that is not the shop's own. */
type Shop = { shop: BusyShop; server: ShopServer; script: Script; sandbox?: Sandbox };

/** One flow of guests over HTTP in turns with the same SQL from bare `pg`, `atOnce` at a time; medians of the rounds. */
export async function againstBareSql(
  { shop, server, script, sandbox }: Shop,
  { atOnce, rounds, seconds, warm }: Turns,
  flow: (guest: Guest) => Promise<unknown>,
): Promise<Compared> {
  const bare = await openBareSql(shop.databaseUrl, script, atOnce);
  const { call, end } = callsTo(server.port, atOnce * 2);
  const ours = (length: number) =>
    closedLoop({ atOnce, seconds: length }, () => flow(newGuest(call, shop.goods, sandbox?.call)));
  // The shop stands still meanwhile: it would end the checkouts whose payments its provider does not know.
  const theirs = async (length: number) => {
    process.kill(server.pid(), 'SIGSTOP');
    try {
      return await closedLoop({ atOnce, seconds: length }, (connection) => bare.play(connection));
    } finally {
      process.kill(server.pid(), 'SIGCONT');
    }
  };
  // The first ones warm up.
  let done = (await ours(warm)).count + (await theirs(2)).count;
  await lookedAt(shop);
  const [rates, references, times]: [number[], number[], number[]] = [[], [], []];
  const used = costsOf({ shop, server, sandbox });
  const costs: Costs[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await untilTold(sandbox ?? shop);
    const before = used();
    const measured = await ours(seconds);
    await untilTold(sandbox ?? shop);
    costs.push(perFlow(before, used(), measured.count));
    const played = await theirs(seconds);
    rates.push(measured.perSecond);
    references.push(played.perSecond);
    times.push(...measured.times);
    done += measured.count + played.count;
  }
  end();
  await bare.close();
  return { rate: median(rates), reference: median(references), costs: medianOf(costs), times, done };
}
