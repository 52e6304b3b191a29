import { adminOf } from '#modules/people/accounts/guard/service.server.ts';
import { actorOf } from '#modules/ground/audit/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { HttpError, notFound } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import { askReturnCall, newestCall, returnRefusals, statusRefusals, updateStatusCall } from './contract.ts';
import { changeStatus } from './fulfilment/service.server.ts';
import { newestOrderNumber } from './list/service.server.ts';
import { requestReturn } from './returns/service.server.ts';
import { orderById, orderByNumber } from './service.server.ts';
import type { OrderView } from './rules.ts';
import { orderIdOf } from './token/service.server.ts';

const returnsByIp: Limit = { name: 'return-ip', points: 10, seconds: 3_600 };

function isOwner({ user }: Visitor, order: OrderView): boolean {
  if (user === null) return false;
  return order.customerId === user.id || (user.emailVerified && order.email === user.email.toLowerCase());
}

type Named = { token?: string | undefined; orderNumber?: string | undefined };

/** The order of a signed link, or the visitor's own; anything else is not there. */
async function ownOrder(ctx: Ctx, visitor: Visitor, { token, orderNumber }: Named): Promise<OrderView> {
  if (token !== undefined) {
    const id = orderIdOf(ctx.settings.sessionSecret, token, ctx.now());
    const order = id === null ? null : await orderById(ctx.db, id);
    if (order === null) throw notFound();
    return order;
  }
  if (visitor.user === null) throw new HttpError(401, 'signed_out', 'Please sign in first.');
  const order = await orderByNumber(ctx.db, (orderNumber ?? '').trim().toUpperCase());
  if (order === null || !isOwner(visitor, order)) throw notFound();
  return order;
}

export function orderRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  // Before the body is read: who may not do this learns nothing about what would fit.
  for (const path of ['/update-order-status', '/newest-order']) {
    routes.use(path, async (c, next) => {
      adminOf(c.get('visitor'));
      await next();
    });
  }
  routes.openapi(newestCall, async (c) => c.json({ orderNumber: await newestOrderNumber(ctx.db) }, 200));
  routes.openapi(updateStatusCall, async (c) => {
    const input = c.req.valid('json');
    const orderNumber = input.orderNumber.toUpperCase();
    const result = await changeStatus(ctx, actorOf(c.get('visitor')), { ...input, orderNumber });
    if (!result.ok) return c.json({ error: result.reason, message: statusRefusals[result.reason] }, 422);
    const { status, carrierName, trackingNumber, version } = result.value;
    return c.json(
      { success: true as const, order: { orderNumber, status, carrierName, trackingNumber, version } },
      200,
    );
  });
  routes.openapi(askReturnCall, async (c) => {
    const { reason, items, ...named } = c.req.valid('json');
    const visitor = c.get('visitor');
    if (!(await limits.take(returnsByIp, visitor.ip))) {
      return c.json({ error: 'too_many', message: 'Too many requests. Please try again later.' }, 429);
    }
    const order = await ownOrder(ctx, visitor, named);
    const result = await requestReturn(ctx, order, { reason, lines: items });
    if (!result.ok) return c.json({ error: result.reason, message: returnRefusals[result.reason] }, 422);
    return c.json({ success: true as const, status: 'requested' as const }, 200);
  });
  return routes;
}
