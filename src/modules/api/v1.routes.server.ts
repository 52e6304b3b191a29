import { randomUUID } from 'node:crypto';

import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { z } from 'zod';

import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { wireOrder } from '#modules/orders/order-record.schema.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { json, errorBodySchema } from '#platform/http/endpoint.server.ts';
import { clientIp } from '#platform/http/client-ip.server.ts';
import { HttpError, notFound } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import type { Scope } from './api-keys.ts';
import { actorOfKey, authenticateApiKey, type ApiKey } from './api-keys.server.ts';
import {
  orderParams,
  ordersInput,
  ordersOutput,
  productOutput,
  productParams,
  productsOutput,
  reportSentence,
  statusInput,
  stockOutput,
} from './v1.schema.ts';
import { ordersPage, productOf, productRecord, recordByNumber, reportStatus } from './v1.server.ts';

type KeyedEnv = { Variables: { key: ApiKey } };

const perKey: Limit = { name: 'api-key', points: 600, seconds: 60 };
const wrongKeys: Limit = { name: 'api-wrong-key', points: 20, seconds: 600 };

const refusals = {
  400: json(errorBodySchema, 'The request is invalid'),
  401: json(errorBodySchema, 'Missing or inactive API key'),
  403: json(errorBodySchema, 'The key lacks permission'),
  404: json(errorBodySchema, 'Not found'),
  429: json(errorBodySchema, 'Too many requests with this key'),
};

const call = <O extends z.ZodType>(scope: Scope, output: O, description: string) => ({
  security: [{ apiKey: [scope] }],
  tags: ['For other systems'],
  responses: { 200: json(output, description), ...refusals },
});

const orders = createRoute({
  ...call('orders:read', ordersOutput, 'A page of orders'),
  method: 'get',
  path: '/v1/orders',
  summary: 'Orders, newest first',
  request: { query: ordersInput },
});

const order = createRoute({
  ...call('orders:read', wireOrder, 'The order'),
  method: 'get',
  path: '/v1/orders/{number}',
  summary: 'One order',
  request: { params: orderParams },
});

const reported = call('orders:write', wireOrder, 'The order as it is now');
const status = createRoute({
  ...reported,
  method: 'post',
  path: '/v1/orders/{number}/status',
  summary: 'Update an order’s shipping status',
  description:
    'The customer is notified as if an admin had set the status. Repeating a report changes nothing and sends nothing twice.',
  request: { params: orderParams, body: { content: { 'application/json': { schema: statusInput } }, required: true } },
  responses: {
    ...reported.responses,
    409: json(errorBodySchema, 'What keeps the order from this status, by its name'),
  },
});

const products = createRoute({
  ...call('products:read', productsOutput, 'The products'),
  method: 'get',
  path: '/v1/products',
  summary: 'Active products',
});

const product = createRoute({
  ...call('products:read', productOutput, 'The product'),
  method: 'get',
  path: '/v1/products/{id}',
  summary: 'One product',
  request: { params: productParams },
});

const stock = createRoute({
  ...call('products:read', stockOutput, 'The stock'),
  method: 'get',
  path: '/v1/products/{id}/stock',
  summary: 'The stock of a product',
  request: { params: productParams },
});

const scopeForOrders = (method: string) => (method === 'GET' || method === 'HEAD' ? 'orders:read' : 'orders:write');

type KeyedParts = { ctx: Ctx; limits: Limits };

/**
 * Requires a key with the method's scope. Only the key identifies the caller: cookies are ignored.
 */
function keyed({ ctx, limits }: KeyedParts, scopeFor: (method: string) => Scope) {
  return createMiddleware<KeyedEnv>(async (c, next) => {
    const scope = scopeFor(c.req.method);
    const ip = clientIp(c, ctx.settings);
    if (!(await limits.hasRemaining(wrongKeys, ip)))
      throw new HttpError(429, 'too_many_requests', 'Too many wrong keys.');
    const key = await authenticateApiKey(ctx, c.req.header('authorization'));
    if (key === null) {
      await limits.consume(wrongKeys, ip);
      c.header('WWW-Authenticate', 'Bearer');
      throw new HttpError(401, 'unknown_key', 'Send an active API key as a bearer token.');
    }
    if (!key.scopes.includes(scope)) throw new HttpError(403, 'missing_scope', `This key lacks the scope ${scope}.`);
    if (!(await limits.consume(perKey, key.id))) {
      throw new HttpError(
        429,
        'too_many_requests',
        'Rate limit reached: 600 requests a minute per key. Try again in a minute.',
      );
    }
    c.set('key', key);
    return next();
  });
}

/** Routes of the public API. Every call needs a key. */
export function v1Routes(ctx: Ctx, limits: Limits): OpenAPIHono<KeyedEnv> {
  const routes = newRoutes<KeyedEnv>();
  const parts = { ctx, limits };
  routes.use('/v1/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  routes.use('/v1/orders/*', keyed(parts, scopeForOrders));
  routes.use(
    '/v1/products/*',
    keyed(parts, () => 'products:read'),
  );
  routes.openapi(orders, async (c) => {
    const page = await ordersPage(ctx.db, c.req.valid('query'));
    if (page === null)
      throw new HttpError(400, 'bad_request', '`after` isn’t valid. Use the `next` value from the previous page.');
    return c.json(page, 200);
  });
  routes.openapi(order, async (c) =>
    c.json((await recordByNumber(ctx.db, c.req.valid('param').number)) ?? missing(), 200),
  );
  routes.openapi(status, async (c) => {
    const actor = actorOfKey(c.get('key'), randomUUID());
    const changed = await reportStatus(ctx, actor, { ...c.req.valid('json'), ...c.req.valid('param') });
    if (!changed.ok && changed.reason === 'unknown_order') missing();
    if (!changed.ok) throw new HttpError(409, changed.reason, reportSentence(changed.reason));
    return c.json(changed.value, 200);
  });
  routes.openapi(products, async (c) => {
    const sold = await firstActiveProduct(ctx.db);
    return c.json({ products: sold === null ? [] : [productRecord(sold)] }, 200);
  });
  routes.openapi(product, async (c) => {
    const found = await productOf(ctx.db, c.req.valid('param').id);
    return c.json(productRecord(found ?? missing()), 200);
  });
  routes.openapi(stock, async (c) => {
    const { id, onHand, available } = (await productOf(ctx.db, c.req.valid('param').id)) ?? missing();
    return c.json({ product_id: id, on_hand: onHand, available }, 200);
  });
  return routes;
}

function missing(): never {
  throw notFound();
}
