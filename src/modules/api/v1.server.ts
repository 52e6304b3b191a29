import type { Actor } from '#modules/audit/audit-log.ts';
import type { Product } from '#modules/catalog/product.ts';
import { activeProducts } from '#modules/catalog/products.queries.server.ts';
import type { StatusRefusal } from '#modules/orders/status-change.ts';
import { listOrdersAfter } from '#modules/orders/list-orders.queries.server.ts';
import { changeStatus } from '#modules/orders/fulfillment.server.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import { orderOnWire, type WireOrder } from '#modules/orders/order-record.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { ok, type Result } from '#shared/result.ts';

import type { OrdersInput, StatusInput } from './v1.schema.ts';
import { cursorFrom, cursorText } from './v1.ts';

/**
 * Returns a page of orders, newest first, and the cursor of the next page. Null if the cursor is
 * invalid.
 */
export async function ordersPage(
  db: Db,
  filters: OrdersInput,
): Promise<{ orders: WireOrder[]; next: string | null } | null> {
  const after = filters.after === undefined ? null : cursorFrom(filters.after);
  if (after === null && filters.after !== undefined) return null;
  const query = {
    status: filters.status,
    paymentStatus: filters.payment_status,
    isHeld: filters.held === undefined ? undefined : filters.held === 'true',
    placedAfter: filters.placed_after,
    placedBefore: filters.placed_before,
  };
  // One more than the limit, to know whether more follow.
  const found = await listOrdersAfter(db, query, { after, limit: filters.limit + 1 });
  const page = found.slice(0, filters.limit);
  const last = page.at(-1);
  const next = found.length > page.length && last !== undefined ? cursorText(last.micros, last.order.id) : null;
  return { orders: page.map(({ order }) => orderOnWire(order)), next };
}

const written = (number: string) => normalizeIdentifier(number).toUpperCase();

/** Returns the order with this number, in any letter case, or null. */
export async function recordByNumber(db: Db, number: string): Promise<WireOrder | null> {
  const order = await findOrderByNumber(db, written(number));
  return order === null ? null : orderOnWire(order);
}

/**
 * Sets the status that a program reports, as an admin's form would, and returns the order. Of the
 * questions to an admin, only those about the number can be confirmed. A repeated report changes
 * nothing.
 */
export async function reportStatus(
  ctx: Ctx,
  actor: Actor,
  {
    number,
    carrier,
    tracking_number: trackingNumber,
    another_package: anotherPackage,
    ...report
  }: StatusInput & {
    number: string;
  },
): Promise<Result<WireOrder, StatusRefusal>> {
  const change = { ...report, orderNumber: written(number), carrierName: carrier, trackingNumber, anotherPackage };
  const changed = await changeStatus(ctx, actor, change);
  return changed.ok ? ok(orderOnWire(changed.value.order)) : changed;
}

/** Converts a product to its API record. */
export function productRecord({ id, name, description, features, specifications, ...product }: Product) {
  return {
    id,
    name,
    description,
    currency: 'usd' as const,
    price_cents: product.priceCents,
    sale_price_cents: product.salePriceCents,
    image_url: product.imageUrl,
    features,
    specifications,
  };
}

/** Returns an active product, or null. */
export async function productOf(db: Db, id: string): Promise<Product | null> {
  const [product] = await activeProducts(db, [id]);
  return product ?? null;
}
