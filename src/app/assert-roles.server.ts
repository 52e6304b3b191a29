import { assertRole, customerOf } from '#modules/accounts/guard.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { callTable, frameTable } from '../pages/page-registry.ts';

/** Splits 'GET /reviews/{id}' into its method and the router's spelling of its path. */
function routeOf(call: string): { method: string; path: string } {
  const [method = '', path = ''] = call.split(' ');
  return { method, path: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}` };
}

/** Has each call and framed document check its caller first, as the page table states. */
export function assertRoles(app: ShopRoutes): void {
  for (const [call, audience] of Object.entries(callTable)) {
    const { method, path } = routeOf(call);
    if (audience === 'shop') continue;
    app.on(method, path, (c, next) => {
      if (audience === 'customer') customerOf(c.get('visitor'));
      else assertRole(c.get('visitor'), audience);
      return next();
    });
  }
  for (const [path, roles] of Object.entries(frameTable)) {
    app.on('GET', path, (c, next) => {
      assertRole(c.get('visitor'), roles);
      return next();
    });
  }
}
