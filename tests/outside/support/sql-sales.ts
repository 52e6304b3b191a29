import pg from 'pg';

import { idOf, insertInto, touch, type Table } from '../../support/sample-rows.ts';

/** Tables that every sale writes to, in this order. */
export const sold = [
  'carts',
  'shopping_carts',
  'checkouts',
  'checkout_snapshots',
  'reservations',
  'discount_redemptions',
  'orders',
  'order_items',
  'order_events',
  'mails',
  'stripe_events',
];
const perSecond = 20;
/** Row numbers that a filled database does not contain. */
let next = 1_000_000_000;

/** Settings of the shop's own connections: longer waits count as failures. */
const likeTheShop = { statement_timeout: 10_000, lock_timeout: 3_000, application_name: 'sales', max: 40 };

const newest = 'select id from orders order by placed_at desc nulls last, id desc nulls last limit 20';
const reserve = `update products set reserved = reserved where id = ${idOf('1')}`;

function statementsOf(tables: readonly Table[]): string[] {
  const row = {
    number: '$1::bigint',
    at: 'now()',
    parentNumber: (parent: string) => (sold.includes(parent) ? '$1::bigint' : '1'),
  };
  return sold.flatMap((name) => {
    const table = tables.find((one) => one.name === name);
    return table === undefined ? [] : [insertInto(table, row), ...touch(table, row)];
  });
}

/** Sells twenty times a second with statements that fit the current tables, until stopped. */
export function startSales(url: string, tables: readonly Table[]) {
  const pool = new pg.Pool({ connectionString: url, ...likeTheShop });
  const statements = statementsOf(tables);
  const pending = new Set<Promise<void>>();
  const failures: string[] = [];
  let longestMs = 0;
  let done = 0;
  const timed = async (client: pg.PoolClient, text: string, values?: unknown[]) => {
    const begun = performance.now();
    await client.query(text, values);
    longestMs = Math.max(longestMs, performance.now() - begun);
  };
  const sell = async (number: number) => {
    const client = await pool.connect();
    try {
      await timed(client, newest);
      await client.query('begin');
      for (const statement of statements) await timed(client, statement, [number]);
      for (const statement of [reserve, 'commit']) await timed(client, statement);
      done += 1;
      client.release();
    } catch (error) {
      failures.push(String(error));
      client.release(true);
    }
  };
  const timer = setInterval(() => {
    next += 1;
    const sale = sell(next);
    pending.add(sale);
    void sale.finally(() => pending.delete(sale));
  }, 1_000 / perSecond);
  return {
    failures,
    done: () => done,
    longestMs: () => Math.round(longestMs),
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      await pool.end();
    },
  };
}
