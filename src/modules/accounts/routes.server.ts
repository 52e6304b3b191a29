import type { Ctx } from '#platform/ctx.server.ts';
import { endpoint } from '#platform/http/endpoint.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { sessionOutput } from './contract.ts';
import { profileOf, type Auth } from './service.server.ts';

const session = endpoint('get', '/session', 'Who is signed in', sessionOutput);

/** What the cart does with a guest's lines when that guest has just signed in. */
export type OnSignIn = (guestToken: string, customerId: string) => Promise<void>;

export function accountRoutes(ctx: Ctx, auth: Auth, onSignIn: OnSignIn): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(session, async (c) => {
    const { user } = c.get('visitor');
    if (user === null) return c.json({ user: null }, 200);
    const profile = await profileOf(ctx.db, user.id);
    const { id, email, role, name } = user;
    const firstName = profile?.firstName ?? name;
    return c.json({ user: { id, email, role, firstName, displayName: profile?.displayName ?? firstName } }, 200);
  });
  routes.on(['GET', 'POST'], '/auth/*', async (c) => {
    const { ip, cartToken } = c.get('visitor');
    const answer = await auth.handle(c.req.raw, ip);
    const cookies = answer.headers.getSetCookie();
    if (cartToken !== null && cookies.length > 0) {
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
      const user = await auth.sessionUser(new Headers({ cookie }));
      if (user !== null) await onSignIn(cartToken, user.id);
    }
    return answer;
  });
  return routes;
}
