import type { OrderView } from '#modules/orders/order-record.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { goodsOf, purchaseEventId } from '#modules/shop-events/shop-event.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { callOut, isSuccess } from '#platform/http/outgoing-call.server.ts';

import {
  deleteVisit,
  findUnsentOrderId,
  findVisit,
  insertConversion,
  storeAttempt,
  storeVisit,
  type AgreedVisit,
} from './conversions.queries.server.ts';
import { hashedCustomer } from './hashed-customer.server.ts';

export const sendConversionJob = 'send-conversion';

export type Visit = { ip: string; userAgent: string };

/** Stores that the buyer of a checkout agreed to be measured. No-op if no pixel is configured. */
export async function recordTrackingConsent(ctx: Ctx, checkoutId: string, { ip, userAgent }: Visit): Promise<void> {
  if (ctx.settings.metaPixelId === undefined || userAgent === '') return;
  const sourceUrl = `${ctx.settings.publicUrl}/checkout-success`;
  await storeVisit(ctx.db, { checkoutId, ip, userAgent: userAgent.slice(0, 500), sourceUrl });
}

type Sold = Pick<OrderView, 'id' | 'orderNumber' | 'checkoutId' | 'paymentStatus'>;

/**
 * Enqueues one Purchase event for the Meta Conversions API in the order's transaction. No-op
 * without marketing consent.
 */
export async function enqueuePurchaseEvent(tx: Db, ctx: Ctx, order: Sold): Promise<void> {
  const { metaPixelId, metaAccessToken } = ctx.settings;
  if (metaPixelId === undefined || metaAccessToken === undefined || order.paymentStatus !== 'paid') return;
  if ((await findVisit(tx, order.checkoutId)) === null) return;
  const event = { eventId: purchaseEventId(order.orderNumber), orderId: order.id };
  const isNew = await insertConversion(tx, event);
  if (isNew) await ctx.jobs.enqueue(tx, { name: sendConversionJob, data: { orderId: order.id } });
}

/** Event sent to the advertiser: the order's amounts, and the buyer only as hashes. */
function purchaseEvent(order: OrderView, visit: AgreedVisit) {
  const { customer, shippingAddress: address } = order;
  return {
    event_name: 'Purchase',
    event_time: Math.floor(order.placedAt.getTime() / 1000),
    event_id: purchaseEventId(order.orderNumber),
    event_source_url: visit.sourceUrl,
    action_source: 'website',
    user_data: {
      ...hashedCustomer({ ...customer, ...address, email: order.email }),
      client_ip_address: visit.ip,
      client_user_agent: visit.userAgent,
    },
    custom_data: { ...goodsOf(order.items, order.totalCents), order_id: order.orderNumber },
  };
}

const withinMs = 10_000;

async function post(ctx: Ctx, event: ReturnType<typeof purchaseEvent>): Promise<void> {
  const { metaApiUrl, metaPixelId, metaAccessToken } = ctx.settings;
  const { status } = await callOut({
    url: `${metaApiUrl}/${metaPixelId}/events`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: [event], access_token: metaAccessToken }),
    withinMs,
    maxBytes: 0,
  });
  if (!isSuccess(status)) throw new Error(`answered ${status}`);
}

/**
 * Sends a purchase event to the advertiser. Failures are counted and rethrown, so that the job is
 * retried. No-op if it was sent already.
 */
export async function sendPurchase(ctx: Ctx, orderId: string): Promise<void> {
  const order = await findOrder(ctx.db, orderId);
  if (order === null) return;
  const eventId = purchaseEventId(order.orderNumber);
  const visit = await findVisit(ctx.db, order.checkoutId);
  if (visit === null || (await findUnsentOrderId(ctx.db, eventId)) === null) return;
  try {
    await post(ctx, purchaseEvent(order, visit));
  } catch (error) {
    await storeAttempt(ctx.db, eventId, error instanceof Error ? error.message : 'unknown');
    throw error;
  }
  await storeAttempt(ctx.db, eventId, null);
  await deleteVisit(ctx.db, order.checkoutId);
}

/**
 * Sends a pending purchase event now, because the browser reports the purchase too. Nothing that
 * the browser sends is passed on.
 */
export async function sendSeenPurchase(ctx: Ctx, eventId: string): Promise<void> {
  const orderId = await findUnsentOrderId(ctx.db, eventId);
  if (orderId === null) return;
  await ctx.jobs.enqueue(ctx.db, { name: sendConversionJob, data: { orderId }, singletonKey: orderId });
}
