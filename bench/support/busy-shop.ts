import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { startShopServer, type ShopServer } from '../../tests/e2e/support/shop-server.ts';
import { scriptOf, type Script } from './bare-sql.ts';
import { openCluster } from './bench-cluster.ts';
import { newGuest, type Goods, type Guest } from './guest-shopper.ts';
import { createBenchDatabase } from './fill-orders.ts';
import { cpuMsOfFamily } from './process-usage.ts';
import type { Sandbox } from './sandbox-process.ts';
import { callsTo } from './shop-calls.ts';
import { openSqlRecorder, type RecordedStatement } from './sql-recorder.ts';

/**
 * One secret for all processes of a shop. Rate limits use the address that the bench's guests send.
 */
const settings = {
  SESSION_SECRET: 'a secret of a bench, the same for all its processes',
  TRUST_PROXY: 'true',
  RATE_LIMITS: 'on',
};

const plenty = 1_000_000_000;
const code = 'BENCH10';

export type BusyShop = {
  databaseUrl: string;
  goods: Goods;
  /** Starts one more process of the shop on the same database. */
  startProcess(more?: Record<string, string>): Promise<ShopServer>;
  ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Number of events of the shop's own sandbox that it has not received yet. */
  waitingEvents(): Promise<number>;
  /** CPU time, in ms, that PostgreSQL has used so far. */
  databaseCpuMs(): number;
  close(): Promise<void>;
};

export async function stock(client: pg.Client): Promise<Goods> {
  await client.query('update products set on_hand = $1', [plenty]);
  await client.query(
    `insert into discount_codes (code, name, type, value, max_uses) values ($1, 'Bench', 'percent', 1000, $2) on conflict do nothing`,
    [code, plenty],
  );
  const { rows } = await client.query<{ product: string; option: string; code: string }>(
    `select (select id from products where is_active order by created_at, id limit 1) as product,
       (select id from shipping_options where is_active order by sort_order, id limit 1) as option,
       (select id from discount_codes where code = $1) as code`,
    [code],
  );
  const { product = '', option = '', code: codeId = '' } = rows[0] ?? {};
  return { productId: product, shippingOptionId: option, codeId, code };
}

/**
 * Opens a PostgreSQL, which waits for the disk if `isDurable`, and a shop on it with unlimited
 * stock.
 */
export async function openBusyShop(needs: { isDurable?: boolean } = {}): Promise<BusyShop> {
  const cluster = await openCluster(needs);
  const database = await createBenchDatabase(cluster.url, 'busy', cluster.template);
  const startProcess = (more = {}) => startShopServer({ ...settings, DATABASE_URL: database.url, ...more });
  if (cluster.template === undefined) await (await startProcess()).stop();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    databaseUrl: database.url,
    goods: await stock(client),
    startProcess,
    ask: async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows,
    waitingEvents: () => countWaitingEvents(client),
    databaseCpuMs: () => cpuMsOfFamily(cluster.pid()),
    async close() {
      await client.end();
      await database.drop();
      await cluster.stop();
    },
  };
}

/** Number of events that a sandbox has not delivered yet. `client` is connected to its database. */
export async function countWaitingEvents(client: pg.Client): Promise<number> {
  const waiting = 'select count(*)::int as waiting from sandbox_events where delivered_at is null';
  const { rows } = await client.query<{ waiting: number }>(waiting);
  return rows[0]?.waiting ?? 0;
}

/** Waits until the shop has received all events of the sandbox, 30 s at most. */
export async function untilEventsDelivered({ waitingEvents }: Pick<BusyShop, 'waitingEvents'>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await waitingEvents()) === 0) return;
    await pause(100);
  }
  throw new Error('the sandbox could not tell the shop everything');
}

/** Returns how many confirmations of orders the shop has not sent yet. */
export async function queuedConfirmations({ ask }: BusyShop): Promise<number> {
  const [row] = await ask<{ queued: number }>(
    `select count(*)::int as queued from mails where kind = 'order_confirmation' and state = 'queued'`,
  );
  return row?.queued ?? Number.NaN;
}

/**
 * Waits until the shop has rendered and sent the confirmation of every order. It does so after the
 * checkout, but the work belongs to it.
 */
export async function untilConfirmationsSent(shop: BusyShop): Promise<void> {
  for (let tries = 0; tries < 1_800; tries += 1) {
    if ((await queuedConfirmations(shop)) === 0) return;
    await pause(100);
  }
  throw new Error('the shop did not send the confirmations of all orders within 180 s');
}

/**
 * Does what autovacuum would do within a minute of sales. Until then the planner assumes empty
 * tables and scans them completely.
 */
export const vacuumAnalyze = ({ ask }: BusyShop) => ask('vacuum analyze');

type Orders = { orders: number; held: number; mails: number };

async function countOrders({ ask }: BusyShop): Promise<Orders> {
  const [row] = await ask<Orders>(
    `select count(*)::int as orders, count(*) filter (where o.hold_reason is not null or o.payment_status <> 'paid')::int as held,
       count(m.id)::int as mails
     from orders o left join mails m on m.order_id = o.id and m.kind = 'order_confirmation'
     where o.email like 'guest-%'`,
  );
  if (row === undefined) throw new Error('nothing was counted');
  return row;
}

/**
 * Counts the orders so far. The returned function throws unless every checkout since then, bare SQL
 * included, became one paid order that is not held, with its email.
 */
export async function countingOrders(shop: BusyShop): Promise<(expected: number) => Promise<void>> {
  const before = await countOrders(shop);
  return async (expected) => {
    const { orders, held, mails } = await countOrders(shop);
    const is = { orders: orders - before.orders, held: held - before.held, mails: mails - before.mails };
    if (is.orders === expected && is.held === 0 && is.mails === expected) return;
    throw new Error(`${expected} checkouts became ${JSON.stringify(is)}`);
  };
}

const quietMs = 700;

/**
 * Records the statements that the shop sends for one flow of one guest. Of three recordings the
 * shortest is returned, because scheduled work only adds statements. Each step waits for its side
 * effects, so that the order of statements is stable.
 */
export async function recordFlow(
  shop: BusyShop,
  flow: (guest: Guest, quiet: () => Promise<void>) => Promise<void>,
  sandbox?: Sandbox,
): Promise<Script & { roundTrips: number }> {
  const wire = await openSqlRecorder(shop.databaseUrl);
  const server = await shop.startProcess({ ...sandbox?.settings, DATABASE_URL: wire.url, WORKER: 'false' });
  sandbox?.connectShop(server);
  const { call, end } = callsTo(server.port, 1);
  const quiet = () => pause(quietMs);
  await flow(newGuest(call, shop.goods, sandbox?.call), quiet);
  const flows: { sent: RecordedStatement[]; roundTrips: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const sent = await wire.during(() => flow(newGuest(call, shop.goods, sandbox?.call), quiet));
    flows.push({ sent, roundTrips: wire.roundTrips() });
  }
  end();
  await server.stop();
  wire.close();
  const [shortest] = flows.toSorted((a, b) => a.sent.length - b.sent.length);
  const { sent = [], roundTrips = 0 } = shortest ?? {};
  return {
    ...scriptOf(sent, new Set([shop.goods.productId, shop.goods.shippingOptionId, shop.goods.codeId])),
    roundTrips,
  };
}
