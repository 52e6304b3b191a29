import type { ShopServer } from '../../tests/e2e/support/shop-server.ts';
import { openBareSql, type Script } from './bare-sql.ts';
import { untilTold, type BusyShop } from './busy-shop.ts';
import { median } from './figures.ts';
import { newGuest, type Guest } from './guest.ts';
import { closedLoop } from './loops.ts';
import { cpuMs } from './process-figures.ts';
import type { Sandbox } from './sandbox-apart.ts';
import { callsTo } from './shop-calls.ts';

export type Turns = { atOnce: number; rounds: number; seconds: number };

/** `rate` and `reference` in flows a second, `cpu` and `databaseCpu` in milliseconds of the server and of PostgreSQL for one flow, `done` by both sides together. */
export type Compared = {
  rate: number;
  reference: number;
  cpu: number;
  databaseCpu: number;
  times: number[];
  done: number;
};

/** `sandbox` where payments are made when that is not the shop's own. */
type Shop = { shop: BusyShop; server: ShopServer; script: Script; sandbox?: Sandbox };

/** One flow of guests over HTTP in turns with the same SQL from bare `pg`, `atOnce` at a time; medians of the rounds. */
export async function againstBareSql(
  { shop, server, script, sandbox }: Shop,
  { atOnce, rounds, seconds }: Turns,
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
  let done = (await ours(5)).count + (await theirs(2)).count;
  const [rates, references, times]: [number[], number[], number[]] = [[], [], []];
  const [cpu, databaseCpu]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await untilTold(shop);
    const [before, databaseBefore] = [cpuMs(server.pid()), shop.databaseCpuMs()];
    const measured = await ours(seconds);
    await untilTold(shop);
    cpu.push((cpuMs(server.pid()) - before) / measured.count);
    databaseCpu.push((shop.databaseCpuMs() - databaseBefore) / measured.count);
    const played = await theirs(seconds);
    rates.push(measured.perSecond);
    references.push(played.perSecond);
    times.push(...measured.times);
    done += measured.count + played.count;
  }
  end();
  await bare.close();
  const medians = { cpu: median(cpu), databaseCpu: median(databaseCpu) };
  return { rate: median(rates), reference: median(references), ...medians, times, done };
}
