import { createRoute, type z } from '@hono/zod-openapi';

import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import { testMailInput, testMailOutput, testMailRefusals, testMailRefused } from './contract.ts';
import { sendTestMail } from './service.server.ts';

function answer<S extends z.ZodType>(schema: S, description: string) {
  return { content: { 'application/json': { schema } }, description };
}

const test = createRoute({
  method: 'post',
  path: '/test-email',
  summary: 'Send a test mail',
  request: { body: { content: { 'application/json': { schema: testMailInput } }, required: true } },
  responses: {
    200: answer(testMailOutput, 'Sent'),
    403: answer(testMailRefused, 'Not for this visitor or not to this address'),
    422: answer(testMailRefused, 'No usable address, or the mail server did not take it'),
    429: answer(testMailRefused, 'Too many test mails'),
  },
});

export function testMailRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(test, async (c) => {
    const { to_email: to, test_type: type } = c.req.valid('json');
    const sent = await sendTestMail(ctx, limits, { to, type, user: c.get('visitor').user });
    if (sent.ok) return c.json({ success: true as const }, 200);
    const refused = { success: false as const, error: testMailRefusals[sent.reason] };
    if (sent.reason === 'too_many') return c.json(refused, 429);
    const isForbidden = sent.reason === 'admins_only' || sent.reason === 'own_address';
    return isForbidden ? c.json(refused, 403) : c.json(refused, 422);
  });
  return routes;
}
