import pg from 'pg';

import { untilTrue } from '../../outside/support/steady-load.ts';
import { password, type Host } from './three-postgres.ts';

/** Returns the confirmed order numbers that are missing from the database. */
export async function lostOrders(database: pg.Pool, confirmed: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ number: string }>(
    `select confirmed.number from unnest($1::text[]) as confirmed (number)
      where not exists (select from orders where order_number = confirmed.number)`,
    [confirmed],
  );
  return rows.map(({ number }) => number);
}

/**
 * Throws unless each host has every confirmed order. A host that comes back has them once it has
 * replayed its log.
 */
export async function everyHostHas(hosts: readonly Host[], confirmed: readonly string[]): Promise<void> {
  for (const { name, postgresPort: port } of hosts) {
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password, database: 'shop', max: 1 });
    pool.on('error', () => undefined);
    let lacking = 'its answer';
    const hasAll = async () => {
      const lost = await lostOrders(pool, confirmed).catch(() => null);
      lacking = lost?.join(', ') ?? lacking;
      return lost?.length === 0;
    };
    try {
      await untilTrue(`${name} has all of ${confirmed.length} orders`, 30_000, hasAll);
    } catch (error) {
      throw new Error(`${name} lacks ${lacking}`, { cause: error });
    } finally {
      await pool.end();
    }
  }
}
