import { sql } from 'drizzle-orm';

import { wrongFigures } from '#modules/analytics/figures-check.server.ts';
import { rebuildFigures } from '#modules/analytics/analytics.server.ts';
import { placeOrder, type PlacedOrder } from '#modules/orders/orders.server.ts';
import { openDatabase, type Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { median, report } from './figures.ts';

const buyers = 16;
const ordersEach = 60;
const place = { street: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' };
const productId = '00000000-0000-4000-8000-000000000001';

function orderOf(email: string) {
  const id = crypto.randomUUID();
  const money = { discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 5_900 };
  const line = { productId, name: 'Wand', imageUrl: '', quantity: 1, unitPriceCents: 5_900 };
  return {
    orderNumber: id,
    checkoutId: id,
    email,
    status: 'confirmed' as const,
    paymentStatus: 'paid' as const,
    customer: { firstName: 'Mia', lastName: 'Rose', phone: '' },
    shippingAddress: place,
    billingAddress: place,
    ...money,
    subtotalCents: 5_900,
    capturedCents: 5_900,
    items: [{ ...line, discountCents: 0, taxCents: 0, totalCents: 5_900 }],
    events: [{ type: 'placed', message: 'Order placed' }] satisfies PlacedOrder['events'],
  };
}

/**
 * Orders per second from buyers who each place the next order when the last is done. Every email is
 * new.
 */
async function ordersPerSecond(db: Db): Promise<number> {
  const begun = performance.now();
  const buyer = async () => {
    for (let order = 0; order < ordersEach; order += 1) {
      await inTransaction(db, (tx) => placeOrder(tx, orderOf(`${crypto.randomUUID()}@example.com`)));
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  return (buyers * ordersEach) / ((performance.now() - begun) / 1000);
}

/** A simpler design for comparison: the sums as one row per day that every order updates. */
const hotRow = [
  sql`create table bench_days (day date primary key, orders integer not null)`,
  sql`create function bench_keep() returns trigger language plpgsql as $$ begin
        insert into bench_days as d values (current_date, 1) on conflict (day) do update set orders = d.orders + 1;
        return null; end $$`,
  sql`create trigger bench_days after insert on orders for each row execute function bench_keep()`,
];

const tables = ['orders', 'order_items'];

async function setTriggers(db: Db, isOn: boolean): Promise<void> {
  const what = sql.raw(isOn ? 'enable' : 'disable');
  for (const table of tables) await db.execute(sql`alter table ${sql.identifier(table)} ${what} trigger user`);
}

/**
 * Measures what maintaining the sums costs per order. Reports orders per second with them, without
 * them, and with one row shared by all orders. Medians of the rounds.
 */
export async function measureOrderInserts(url: string, rounds: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, poolSize: buyers, onError: () => undefined });
  const { db } = database;
  const [withSums, withoutSums, withSharedRow]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    withSums.push(await ordersPerSecond(db));
    await setTriggers(db, false);
    withoutSums.push(await ordersPerSecond(db));
    for (const statement of hotRow) await db.execute(statement);
    withSharedRow.push(await ordersPerSecond(db));
    await db.execute(sql`drop trigger bench_days on orders`);
    await db.execute(sql`drop function bench_keep`);
    await db.execute(sql`drop table bench_days`);
    await setTriggers(db, true);
  }
  const reference = median(withoutSums);
  const unit = 'orders/s';
  report({ name: 'admin-scale:place-order:kept-sums', value: median(withSums), unit, reference });
  report({ name: 'admin-scale:place-order:one-shared-row', value: median(withSharedRow), unit, reference });
  await rebuildFigures(db);
  const wrong = await wrongFigures(db);
  if (wrong.length > 0) throw new Error(`figures are wrong: ${JSON.stringify(wrong)}`);
  await database.close();
}
