import type { ShopServer } from '../../tests/e2e/support/shop-server.ts';
import type { BusyShop } from './busy-shop.ts';
import { median, report } from './bench-report.ts';
import { cpuMs } from './process-usage.ts';
import type { Sandbox } from './sandbox-process.ts';

/**
 * CPU time in ms by consumer. `database` is PostgreSQL while serving the shop, `load` this process,
 * which plays the shoppers.
 */
export type Costs = Record<string, number>;

/**
 * Returns a function that reads the CPU time used so far. Includes the sandbox if it is a separate
 * process.
 */
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

/** Cost of one of `count` flows between two readings. */
export const perFlow = (before: Costs, after: Costs, count: number): Costs =>
  mapped(after, (who) => ((after[who] ?? 0) - (before[who] ?? 0)) / count);

export const medianOf = (rounds: readonly Costs[]): Costs =>
  mapped(rounds[0] ?? {}, (who) => median(rounds.map((round) => round[who] ?? Number.NaN)));

/**
 * Reports one figure per consumer, and `:cpu` for server and PostgreSQL together, which is the cost
 * of the shop.
 */
export function reportCosts(name: string, costs: Costs): void {
  for (const [who, value] of Object.entries(costs)) report({ name: `${name}:${who}-cpu`, value, unit: 'ms' });
  report({ name: `${name}:cpu`, value: (costs.server ?? Number.NaN) + (costs.database ?? Number.NaN), unit: 'ms' });
}
