import type { ShopServer } from '../../tests/e2e/support/shop-server.ts';
import type { BusyShop } from './busy-shop.ts';
import { median, report } from './figures.ts';
import { cpuMs } from './process-figures.ts';
import type { Sandbox } from './sandbox-apart.ts';

/** Milliseconds of processor time by who used them: `database` is PostgreSQL as the shop asks it, `load` this process, which plays the shoppers. */
export type Costs = Record<string, number>;

/** Reads what has been used so far; of the sandbox where it is a process of its own. */
export function costsOf({
  shop,
  server,
  sandbox,
}: {
  shop: BusyShop;
  server: ShopServer;
  sandbox?: Sandbox | undefined;
}) {
  return (): Costs => {
    const { user, system } = process.cpuUsage();
    return {
      server: cpuMs(server.pid()),
      database: shop.databaseCpuMs(),
      ...(sandbox === undefined ? {} : { sandbox: sandbox.cpuMs(), 'sandbox-database': sandbox.databaseCpuMs() }),
      load: (user + system) / 1_000,
    };
  };
}

const mapped = (costs: Costs, to: (who: string) => number): Costs =>
  Object.fromEntries(Object.keys(costs).map((who) => [who, to(who)]));

/** What one of `count` flows between two readings cost. */
export const perFlow = (before: Costs, after: Costs, count: number): Costs =>
  mapped(after, (who) => ((after[who] ?? 0) - (before[who] ?? 0)) / count);

export const medianOf = (rounds: readonly Costs[]): Costs =>
  mapped(rounds[0] ?? {}, (who) => median(rounds.map((round) => round[who] ?? Number.NaN)));

/** One figure for each who used the processor, and `:cpu` for server and PostgreSQL together: what the shop costs. */
export function reportCosts(name: string, costs: Costs): void {
  for (const [who, value] of Object.entries(costs)) report({ name: `${name}:${who}-cpu`, value, unit: 'ms' });
  report({ name: `${name}:cpu`, value: (costs.server ?? Number.NaN) + (costs.database ?? Number.NaN), unit: 'ms' });
}
