import type { Ctx } from '#platform/ctx.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

import type { MailKind } from './mail.ts';
import { testMailCall, testMailRefusals } from './test-mail.schema.ts';
import { sendTestMail } from './test-mail.server.ts';

export function testMailRoutes(ctx: Ctx, limits: Limits, template: MailKind): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(testMailCall, async (c) => {
    const { to_email: to, test_type: type } = c.req.valid('json');
    const sent = await sendTestMail(ctx, limits, { to, type, template, user: c.get('visitor').user });
    if (sent.ok) return c.json({ success: true as const }, 200);
    const refused = { success: false as const, error: testMailRefusals[sent.reason] };
    if (sent.reason === 'too_many') return c.json(refused, 429);
    const isForbidden = sent.reason === 'admins_only' || sent.reason === 'own_address';
    return isForbidden ? c.json(refused, 403) : c.json(refused, 422);
  });
  return routes;
}
