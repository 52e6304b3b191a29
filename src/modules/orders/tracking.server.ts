import { orderPrefixes } from '#modules/content/order-number-prefixes.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { deliveryRange, formatDelivery } from '#shared/delivery-dates.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { toShopDate } from '#shared/shop-time.ts';
import { centsToDollars } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { carrierLink } from './carriers.ts';
import { deliveryStart, packagesOf, type OrderView } from './order-record.ts';
import { statusLabel } from './order-status.ts';
import { orderIdOf, pageOrderToken } from './order-token.server.ts';
import { findOrderForTracking, findOrder } from './orders.queries.server.ts';
import type { TrackingInfo, TrackRefusal } from './tracking.schema.ts';
import { isUnderway, lookupKey, timeline } from './tracking.ts';

const lookupsByPerson: Limit = { name: 'track-person', points: 5, seconds: 600 };
/** Generous, because an office or a phone network shares one address. */
const lookupsByIp: Limit = { name: 'track-ip', points: 60, seconds: 600 };
const reloads: Limit = { name: 'track-again', points: 120, seconds: 600 };
const lookupsByNumber: Limit = { name: 'track-number', points: 10, seconds: 3_600 };

/**
 * Returns the days on which a shipment should arrive, as text, or null once they are over. If it is
 * out for delivery, that is the day on which it went out.
 */
function deliveryEstimate({ status, events, shippingOption, ...order }: OrderView, now: Date): string | null {
  if (shippingOption === null || !isUnderway(status)) return null;
  const out = events.findLast((event) => event.status === 'out_for_delivery')?.at;
  const isOut = status === 'out_for_delivery' && out !== undefined;
  const range = isOut
    ? { from: toShopDate(out), to: toShopDate(out) }
    : deliveryRange(deliveryStart(order), shippingOption, order.shippingAddress.country);
  return range.to < toShopDate(now) ? null : formatDelivery(range);
}

/** Returns what a customer may see of an order's delivery, prices in dollars. */
export function trackingOf(order: OrderView, now: Date): TrackingInfo {
  const { carrierName, trackingNumber, shippingAddress } = order;
  const last = order.events.at(-1)?.at ?? order.placedAt;
  return {
    orderNumber: order.orderNumber,
    lastUpdate: last.toISOString(),
    status: statusLabel(order.status),
    carrier: carrierName,
    trackingNumber,
    trackingUrl: trackingNumber === null ? null : carrierLink(carrierName ?? '', trackingNumber),
    packages: packagesOf(order).map((one) => ({
      carrier: one.carrierName,
      trackingNumber: one.trackingNumber,
      trackingUrl: one.trackingUrl,
    })),
    estimatedDelivery: deliveryEstimate(order, now),
    shippingAddress: {
      street: [shippingAddress.street, shippingAddress.line2].filter(Boolean).join(', '),
      city: shippingAddress.city,
      state: shippingAddress.state,
      zip: shippingAddress.postalCode,
    },
    timeline: timeline(order.status, order.events).map((step) => ({ ...step, date: step.date?.toISOString() ?? null })),
    items: order.items.map(({ name, quantity, unitPriceCents }) => ({
      name,
      quantity,
      price: centsToDollars(unitPriceCents),
    })),
  };
}

type Lookup = { orderNumber: string; email: string; ip: string };

/**
 * Returns an order by its number and its customer's email. Refuses `incomplete`, `too_many`, and
 * `not_found` if either is wrong. Only a miss counts, because many customers share one address. A
 * text that no order can have as its number costs nothing.
 */
export async function trackOrder(ctx: Ctx, limits: Limits, lookup: Lookup): Promise<Result<OrderView, TrackRefusal>> {
  if (normalizeIdentifier(lookup.orderNumber) === '' || normalizeIdentifier(lookup.email) === '')
    return refuse('incomplete');
  const key = lookupKey(lookup, await orderPrefixes(ctx));
  if (key === null) return refuse('not_found');
  const takes = [
    { limit: lookupsByPerson, key: `${networkOf(lookup.ip)} ${tokenHash(key.email)}` },
    { limit: lookupsByIp, key: lookup.ip },
    { limit: lookupsByNumber, key: key.orderNumber },
  ];
  if ((await limits.consumeAll(takes)).length > 0) return refuse('too_many');
  const order = await findOrderForTracking(ctx.db, key.orderNumber, key.email);
  if (order === null) return refuse('not_found');
  await limits.restorePoints(takes);
  return ok(order);
}

/** Returns the order of an email's signed link, or null. */
export async function findOrderByToken(ctx: Ctx, token: string): Promise<OrderView | null> {
  const id = orderIdOf(ctx.settings.sessionSecret, token, ctx.now());
  return id === null ? null : findOrder(ctx.db, id);
}

/**
 * Returns a token, valid for a day, by which a page that shows an order reloads it or requests a
 * return.
 */
export function reloadToken(ctx: Ctx, order: OrderView): string {
  return pageOrderToken(ctx.settings.sessionSecret, order.id, ctx.now());
}

/**
 * Returns the current state of an order that a page shows. Refuses `not_found`, and `too_many`
 * above 120 reads in 10 minutes.
 */
export async function reloadOrder(ctx: Ctx, limits: Limits, watch: string): Promise<Result<OrderView, TrackRefusal>> {
  const id = orderIdOf(ctx.settings.sessionSecret, watch, ctx.now());
  if (id === null) return refuse('not_found');
  if (!(await limits.consume(reloads, id))) return refuse('too_many');
  const order = await findOrder(ctx.db, id);
  return order === null ? refuse('not_found') : ok(order);
}
