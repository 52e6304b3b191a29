import { cloneRawRequest } from 'hono/request';
import type { Ctx } from '#platform/ctx.server.ts';
import { accepted, HttpError } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limits, Limit } from '#platform/limits/limits.server.ts';

import { confirmPassword } from './confirm-password.server.ts';
import { confirmCall, confirmRefusals, sessionCall, decideCall, listCall } from './accounts.schema.ts';
import { customerOf } from './guard.server.ts';
import { profileOf, type Auth } from './auth.server.ts';
import { storeConsent } from './consent.server.ts';
import { consents } from './tables.server.ts';
import { addressesOf } from './saved-addresses.server.ts';

/**
 * Calls of better-auth that browsers may make. All others are closed, or made by pages after their
 * own checks.
 */
const published: ['GET' | 'POST', string][] = [
  ['POST', '/sign-in/email'],
  ['POST', '/sign-up/email'],
  ['POST', '/sign-out'],
  ['POST', '/send-verification-email'],
  ['POST', '/verify-email'],
  ['POST', '/confirm-device'],
  ['POST', '/request-password-reset'],
  ['GET', '/reset-password/:token'],
  ['POST', '/reset-password'],
  ['POST', '/two-factor/verify-totp'],
  ['POST', '/two-factor/verify-backup-code'],
];

export function accountRoutes(ctx: Ctx, auth: Auth, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(sessionCall, async (c) => {
    const { user } = c.get('visitor');
    if (user === null) return c.json({ user: null }, 200);
    const profile = await profileOf(ctx.db, user.id);
    const { id, email, role, name, hasAuthenticator } = user;
    const firstName = profile?.firstName ?? name;
    const displayName = profile?.displayName ?? firstName;
    return c.json({ user: { id, email, role, firstName, displayName, hasAuthenticator } }, 200);
  });
  routes.openapi(confirmCall, async (c) => {
    const visitor = c.get('visitor');
    const user = customerOf(visitor);
    // A confirmation starts no session, so the cookies of the library's response are dropped.
    const asking = { ctx, auth, limits, user, visitor, request: c.req.raw, headers: new Headers() };
    accepted(await confirmPassword(asking, c.req.valid('json')), confirmRefusals);
    return c.json({ confirmed: true as const }, 200);
  });
  for (const [method, path] of published) {
    routes.on(method, `/auth${path}`, async (c) => auth.handle(await cloneRawRequest(c.req), c.get('visitor')));
  }
  return routes;
}

/**
 * Limit per address. It is high because an office or a phone network shares one address and
 * everyone in it is asked.
 */
const perHour: Limit = { name: 'consent', points: 600, seconds: 3_600 };

export function consentRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(decideCall, async (c) => {
    const { ads, version } = c.req.valid('json');
    if (!(await limits.take(perHour, c.get('visitor').ip))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute.');
    }
    await ctx.db.insert(consents).values({ ads, version });
    storeConsent(c, ctx.settings, ads);
    return c.json({ success: true as const }, 200);
  });
  return routes;
}

export function addressRoutes(ctx: Ctx): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(listCall, async (c) => {
    const { id } = customerOf(c.get('visitor'));
    return c.json({ addresses: await addressesOf(ctx.db, id) }, 200);
  });
  return routes;
}
