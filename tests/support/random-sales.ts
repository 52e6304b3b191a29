import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';

import { profiles, users } from '#modules/accounts/tables.server.ts';
import { recalculate } from '#modules/orders/change-order.server.ts';
import { orders, refunds } from '#modules/orders/tables.server.ts';
import { placeOrder } from '#modules/orders/orders.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

const money = fc.integer({ min: 1, max: 50_000 });
const line = fc.record({ product: fc.nat(6), quantity: fc.integer({ min: 1, max: 9 }), cents: money });
const share = fc.constantFrom(0, 0.01, 0.5, 1);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('place' as const),
      guest: fc.option(fc.nat(5)),
      account: fc.nat(3),
      daysAgo: fc.nat(260),
      how: fc.constantFrom('paid', 'paid', 'free', 'in_doubt', 'captured_less'),
      lines: fc.array(line, { maxLength: 4 }),
      shippingCents: fc.constantFrom(0, 999),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('return' as const), order: fc.nat(60), share, daysLater: fc.nat(60) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel' as const), order: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pay' as const), order: fc.nat(60) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('attach' as const), guest: fc.nat(5), account: fc.nat(3) }),
  },
);

export type SalesStep = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** Random events of a shop's orders, in any order. */
export const salesSteps = fc.array(step, { minLength: 1, maxLength: 40 });

const accountId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const productId = (number: number) => `00000000-0000-4000-8000-00000000010${number}`;
const guestEmail = (number: number) => `guest${number}@example.com`;
const dayMs = 86_400_000;

export async function givenAccounts(db: Db, now: Date): Promise<void> {
  for (let number = 0; number < 4; number += 1) {
    const createdAt = new Date(now.getTime() - number * 40 * dayMs);
    const [id, firstName] = [accountId(number), `Ann${number}`];
    await db.insert(users).values({ id, name: `${firstName} Bee`, email: `ann${number}@example.com`, createdAt });
    await db.insert(profiles).values({ id, firstName, lastName: 'Bee', displayName: firstName });
  }
}

/** Removes all orders and what the customers' rows say of them. */
export async function removeOrders(db: Db): Promise<void> {
  await db.execute(sql`truncate orders, refunds, sales_days cascade`);
  await db.execute(sql`delete from customer_figures where is_guest`);
  await db.execute(sql`update customer_figures set orders = 0, paid_orders = 0, spent_cents = 0`);
}

type Return = Extract<SalesStep, { type: 'return' }>;
type Place = Extract<SalesStep, { type: 'place' }>;

const statuses = { paid: 'paid', free: 'not_required', in_doubt: 'pending', captured_less: 'paid' } as const;
const nowhere = { street: '', line2: '', city: '', state: '', postalCode: '', country: 'US' };

const itemOf = (isFree: boolean) => (line: Place['lines'][number]) => ({
  productId: productId(line.product),
  name: `Product ${line.product}`,
  imageUrl: '',
  quantity: line.quantity,
  unitPriceCents: line.cents,
  discountCents: 0,
  taxCents: 0,
  totalCents: isFree ? 0 : line.cents,
});

async function place(db: Db, placed: Place, now: Date): Promise<void> {
  const subtotalCents = placed.lines.reduce((sum, { cents }) => sum + cents, 0);
  const totalCents = placed.how === 'free' ? 0 : subtotalCents + placed.shippingCents;
  const isGuest = placed.guest !== null;
  await inTransaction(db, (tx) =>
    placeOrder(tx, {
      orderNumber: crypto.randomUUID(),
      checkoutId: crypto.randomUUID(),
      paymentIntentId: placed.how === 'free' ? null : `pi_${crypto.randomUUID()}`,
      paymentMode: 'sandbox',
      customerId: isGuest ? null : accountId(placed.account),
      email: isGuest ? guestEmail(placed.guest ?? 0) : `ann${placed.account}@example.com`,
      status: placed.how === 'in_doubt' ? 'pending' : 'confirmed',
      paymentStatus: statuses[placed.how],
      holdReason: placed.how === 'in_doubt' ? 'amount_mismatch' : null,
      customer: { firstName: 'Gus', lastName: `Guest${placed.guest}`, phone: '' },
      shippingAddress: nowhere,
      billingAddress: nowhere,
      subtotalCents,
      discountCents: subtotalCents + placed.shippingCents - totalCents,
      shippingCents: placed.shippingCents,
      taxCents: 0,
      totalCents,
      capturedCents: placed.how === 'captured_less' ? Math.floor(totalCents / 3) : totalCents,
      placedAt: new Date(now.getTime() - placed.daysAgo * dayMs),
      items: placed.lines.map(itemOf(totalCents === 0)),
      events: [{ type: 'placed', message: 'Order placed' }],
    }),
  );
}

async function nth(db: Db, number: number) {
  const all = await db.select().from(orders).orderBy(orders.placedAt, orders.id);
  return all.length === 0 ? null : (all[number % all.length] ?? null);
}

/** Returns a share of what was not returned yet. */
async function giveBack(
  db: Db,
  order: typeof orders.$inferSelect,
  { share: part, daysLater }: Return,
  now: Date,
): Promise<void> {
  const amountCents = Math.ceil((order.capturedCents - order.returnedCents) * part);
  if (order.paymentIntentId === null || amountCents === 0) return;
  const createdAt = new Date(Math.min(order.placedAt.getTime() + daysLater * dayMs, now.getTime()));
  const refund = { paymentIntentId: order.paymentIntentId, amountCents, createdAt };
  await db.insert(refunds).values({ ...refund, key: crypto.randomUUID(), status: 'succeeded' });
  await inTransaction(db, (tx) => recalculate(tx, order));
}

async function change(db: Db, event: Exclude<SalesStep, Place>, now: Date): Promise<void> {
  if (event.type === 'attach') {
    const customerId = accountId(event.account);
    await db
      .update(orders)
      .set({ customerId })
      .where(eq(orders.email, guestEmail(event.guest)));
    return undefined;
  }
  const order = await nth(db, event.order);
  if (order === null) return undefined;
  const set = (change: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(change).where(eq(orders.id, order.id));
  if (event.type === 'cancel') await set({ status: 'cancelled' });
  if (event.type === 'pay' && order.paymentStatus === 'pending') await set({ paymentStatus: 'paid', holdReason: null });
  if (event.type === 'return' && ['paid', 'partially_refunded'].includes(order.paymentStatus))
    await giveBack(db, order, event, now);
  return undefined;
}

/** Applies the steps one after the other. */
export async function applySteps(db: Db, steps: readonly SalesStep[], now: Date): Promise<void> {
  for (const one of steps) await (one.type === 'place' ? place(db, one, now) : change(db, one, now));
}
