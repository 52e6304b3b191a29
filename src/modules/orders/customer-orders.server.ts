import { and, eq, isNull, or } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { identifier } from '#shared/identifier.ts';

import { listViews, placedBy } from './orders.queries.server.ts';
import type { OrderView } from './order.ts';
import { orders } from './tables.server.ts';

type Customer = Pick<SignedInUser, 'id' | 'email' | 'emailVerified'>;

/**
 * Condition for a customer's orders: those of the account, and guest orders with the same email
 * once it is verified.
 */
function ownedBy({ id, email, emailVerified }: Customer) {
  const byAccount = eq(orders.customerId, id);
  if (!emailVerified || email === '') return byAccount;
  return or(byAccount, and(isNull(orders.customerId), eq(orders.email, email.toLowerCase())));
}

/** Returns the newest `limit` orders of a customer, newest first. */
export function ordersOfCustomer(db: Db, customer: Customer, limit: number): Promise<OrderView[]> {
  return listViews(db, ownedBy(customer), limit);
}

/**
 * Returns summaries of the newest `limit` orders, newest first. `customer` is the id of an account
 * or the email of a guest.
 */
export function newestOrders(db: Db, customer: string, limit: number) {
  const { id, orderNumber, placedAt, totalCents, status, paymentStatus, shippingAddress } = orders;
  return db
    .select({ id, orderNumber, placedAt, totalCents, status, paymentStatus, shippingAddress })
    .from(orders)
    .where(placedBy(customer))
    .orderBy(descending(placedAt))
    .limit(limit);
}

const numberForm = /^[A-Z0-9-]{1,40}$/;

/** Returns the order with this number if it belongs to this customer, else null. */
export async function orderOfCustomer(db: Db, customer: Customer, orderNumber: string): Promise<OrderView | null> {
  const number = identifier(orderNumber).toUpperCase();
  if (!numberForm.test(number)) return null;
  const [found] = await listViews(db, and(eq(orders.orderNumber, number), ownedBy(customer)), 1);
  return found ?? null;
}
