import { assertConfirmed, customerOf } from '#modules/accounts/guard.server.ts';
import { appendSecurityEvent } from '#modules/accounts/security-log.server.ts';
import { pathArea } from '#modules/accounts/security-log.ts';
import { actorOf } from '#modules/audit/audit-log.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { unwrapOrThrow, HttpError, notFound } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import type { Role } from '#shared/roles.ts';

import { changeStatus } from './fulfillment.server.ts';
import { findNewestOrderNumber } from './list-orders.queries.server.ts';
import { cancelByStatus } from './order-actions.server.ts';
import type { OrderView } from './order-record.ts';
import {
  askReturnCall,
  cancelCallRefusals,
  newestCall,
  returnRefusals,
  statusSentence,
  updateStatusCall,
  type StatusInput,
} from './orders.schema.ts';
import { isForgedOrderToken } from './order-token.server.ts';
import { findOrderOfCustomer } from './orders.server.ts';
import { requestReturn } from './returns.server.ts';
import { againCall, trackCall, trackRefusals, type TrackRefusal } from './tracking.schema.ts';
import { findOrderByToken, reloadOrder, trackingOf, trackOrder } from './tracking.server.ts';

/** Generous, because an office or a phone network shares one address. */
const returnsByIp: Limit = { name: 'return-ip', points: 60, seconds: 3_600 };

type OrderRef = { token?: string | undefined; orderNumber?: string | undefined };

/**
 * Returns the order of a signed link, or the visitor's own; null for anything else. Throws 401 if
 * there is neither a token nor a session.
 */
async function findAccessibleOrder(
  ctx: Ctx,
  { user }: Visitor,
  { token, orderNumber = '' }: OrderRef,
): Promise<OrderView | null> {
  if (token !== undefined) return findOrderByToken(ctx, token);
  if (user === null) throw new HttpError(401, 'signed_out', 'Please sign in first.');
  return findOrderOfCustomer(ctx.db, user, orderNumber);
}

/**
 * Returns the order after a call has set its status. `cancelled` moves money: it needs the right to
 * cancel and a recent password, and cancels the order. Without the right it is refused as any
 * other status change.
 */
async function orderAfter(
  ctx: PaymentsCtx,
  visitor: Visitor,
  { mayCancel, ...change }: StatusInput & { mayCancel: boolean },
): Promise<OrderView> {
  const actor = actorOf(visitor);
  if (change.status === 'cancelled' && mayCancel) {
    assertConfirmed(customerOf(visitor), ctx.now());
    const cancelled = await cancelByStatus(ctx, actor, change);
    if (!cancelled.ok && cancelled.reason === 'unknown_order') throw notFound();
    return unwrapOrThrow(cancelled, cancelCallRefusals);
  }
  const changed = await changeStatus(ctx, actor, change);
  if (changed.ok) return changed.value.order;
  if (changed.reason === 'unknown_order') throw notFound();
  throw new HttpError(422, changed.reason, statusSentence(changed.reason));
}

/** Routes of orders. `mayCancel` is true for a role that may cancel an order with its refund. */
export function orderRoutes(ctx: PaymentsCtx, limits: Limits, mayCancel: (role: Role) => boolean): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(newestCall, async (c) => c.json({ orderNumber: await findNewestOrderNumber(ctx.db) }, 200));
  routes.openapi(updateStatusCall, async (c) => {
    const input = c.req.valid('json');
    const orderNumber = normalizeIdentifier(input.orderNumber).toUpperCase();
    const visitor = c.get('visitor');
    const change = { ...input, orderNumber, mayCancel: mayCancel(visitor.user?.role ?? 'customer') };
    const { status, carrierName, trackingNumber, version } = await orderAfter(ctx, visitor, change);
    const order = { orderNumber, status, carrierName, trackingNumber, version };
    return c.json({ success: true as const, order }, 200);
  });
  routes.openapi(askReturnCall, async (c) => {
    const { reason, items, ...ref } = c.req.valid('json');
    const visitor = c.get('visitor');
    const isAllowed = await limits.consume(returnsByIp, visitor.ip);
    if (!isAllowed) throw new HttpError(429, 'too_many', 'Too many requests. Please try again later.');
    const order = await findAccessibleOrder(ctx, visitor, ref);
    if (order === null) throw notFound();
    unwrapOrThrow(await requestReturn(ctx, order, { reason, lines: items }), returnRefusals);
    return c.json({ success: true as const, status: 'requested' as const }, 200);
  });
  return routes;
}

export function trackingRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  const found = (order: OrderView) => ({ success: true as const, trackingInfo: trackingOf(order, ctx.now()) });
  const refused = (reason: TrackRefusal) => ({ success: false as const, error: trackRefusals[reason] });
  const statusOf = (reason: TrackRefusal) => (reason === 'too_many' ? 429 : 422);
  routes.openapi(trackCall, async (c) => {
    const { orderNumber, email } = c.req.valid('json');
    const result = await trackOrder(ctx, limits, { orderNumber, email, ip: c.get('visitor').ip });
    return result.ok ? c.json(found(result.value), 200) : c.json(refused(result.reason), statusOf(result.reason));
  });
  routes.openapi(againCall, async (c) => {
    const { watch } = c.req.valid('json');
    const { user, ip } = c.get('visitor');
    if (isForgedOrderToken(ctx.settings.sessionSecret, watch)) {
      const event = {
        kind: 'order_link_refused' as const,
        subject: pathArea(c.req.path),
        accountId: user?.id ?? null,
        ip,
      };
      await appendSecurityEvent(ctx, event);
    }
    const result = await reloadOrder(ctx, limits, watch);
    return result.ok ? c.json(found(result.value), 200) : c.json(refused(result.reason), statusOf(result.reason));
  });
  return routes;
}
