import { sql } from 'drizzle-orm';

import { placeOrder, type PlacedOrder } from '#modules/orders/orders.server.ts';
import { openDatabase, type Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { median, report } from './bench-report.ts';

const buyers = 16;
const ordersEach = 60;
const place = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
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

async function setTriggers(db: Db, isOn: boolean): Promise<void> {
  await db.execute(sql`alter table orders ${sql.raw(isOn ? 'enable' : 'disable')} trigger user`);
}

/**
 * Measures what writing the rows of the customer list costs per order. Reports orders per second
 * with and without their triggers, as medians of the rounds.
 */
export async function measureOrderInserts(url: string, rounds: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, poolSize: buyers, onError: () => undefined });
  const { db } = database;
  const [withCustomers, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    withCustomers.push(await ordersPerSecond(db));
    await setTriggers(db, false);
    without.push(await ordersPerSecond(db));
    await setTriggers(db, true);
  }
  const value = median(withCustomers);
  report({ name: 'admin-scale:place-order:customers', value, unit: 'orders/s', reference: median(without) });
  await database.close();
}
