import { createSandbox } from '@halorosa/stripe-sandbox';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';

import type { Actor } from '#modules/audit/audit-log.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { changeStatuses } from '#modules/orders/fulfillment.server.ts';
import { refundOrder } from '#modules/orders/refunds.server.ts';
import type { StatusChange } from '#modules/orders/status-change.ts';
import { orderItems, orders } from '#modules/orders/tables.server.ts';

import type { TestShop } from './shop.ts';

/**
 * Provider's dashboard: the same account, with none of the shop's idempotency keys and metadata.
 */
export const providerDashboard = ({ ctx: { db } }: TestShop) =>
  new Stripe('sk_test_dashboard', { httpClient: Stripe.createFetchHttpClient(createSandbox({ db }).fetch) });

type OrderGiven = Partial<typeof orders.$inferInsert>;

const address = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function randomNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `HR-${Array.from(bytes, (byte) => alphabet[byte % 32]).join('')}`;
}

/** Creates the row of a paid order of one wand at $59.00, without lines, checkout and payment. */
export async function givenOrderRow(shop: TestShop, fields: OrderGiven = {}) {
  const [row] = await shop.ctx.db
    .insert(orders)
    .values({
      orderNumber: randomNumber(),
      checkoutId: crypto.randomUUID(),
      email: 'mia@example.com',
      status: 'confirmed',
      paymentStatus: 'paid',
      customer: { firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' },
      shippingAddress: address,
      billingAddress: address,
      subtotalCents: 5_900,
      discountCents: 0,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 5_900,
      capturedCents: 5_900,
      ...fields,
    })
    .returning();
  if (row === undefined) throw new Error('no order');
  return row;
}

export const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };

export async function orderNumberOf(shop: TestShop, orderId: string): Promise<string> {
  const [row] = await shop.ctx.db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (row === undefined) throw new Error('no order');
  return row.orderNumber;
}

type RefundByAdmin = Parameters<typeof refundOrder>[2];
type RefundGiven = Pick<RefundByAdmin, 'amountCents'> &
  Partial<Pick<RefundByAdmin, 'reason' | 'restock'>> & { orderId: string; key?: string | undefined };

/** Refunds an order as the owner's page does. */
export async function refundByOwner(shop: TestShop, { orderId, ...refund }: RefundGiven) {
  const defaults = { reason: '', restock: [] };
  const orderNumber = await orderNumberOf(shop, orderId);
  return refundOrder(shop.ctx, owner, { ...defaults, ...refund, orderNumber, key: refund.key ?? crypto.randomUUID() });
}

/** Returns the units in stock of the product of a single-line order. */
export async function stockOf(shop: TestShop, orderId: string): Promise<number | null> {
  const [row] = await shop.ctx.db
    .select({ onHand: products.onHand })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId));
  if (row === undefined) throw new Error('no product');
  return row.onHand;
}

/** Changes several orders. Returns for each 'changed', 'same' or why it was refused. */
export async function changeAll({ ctx }: TestShop, actor: Actor, changes: readonly StatusChange[]): Promise<string[]> {
  const result = await changeStatuses(ctx, actor, { changes });
  if (!result.ok) throw new Error(result.reason);
  const { changed, refused } = result.value;
  return changes.map(({ orderNumber }) => {
    const row = refused.find(({ id }) => id === orderNumber);
    return row?.reason ?? (changed.includes(orderNumber) ? 'changed' : 'same');
  });
}
