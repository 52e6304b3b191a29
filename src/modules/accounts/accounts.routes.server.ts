import { cloneRawRequest } from 'hono/request';

import type { Ctx } from '#platform/ctx.server.ts';
import { unwrapOrThrow, HttpError } from '#platform/http/http-error.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import { findProfile } from './accounts.queries.server.ts';
import { confirmCall, confirmRefusals, decideCall, listCall, sessionCall } from './accounts.schema.ts';
import type { Auth } from './auth-service.server.ts';
import { confirmPassword } from './confirm-password.server.ts';
import { storeConsent } from './ads-consent.server.ts';
import { customerOf } from './guard.server.ts';
import { listAddresses } from './saved-addresses.queries.server.ts';

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

/**
 * Limit on consent decisions per address. It is high because an office or a phone network shares
 * one address and everyone in it is asked.
 */
const consentsPerHour: Limit = { name: 'consent', points: 600, seconds: 3_600 };

export function accountRoutes(ctx: Ctx, auth: Auth, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(sessionCall, async (c) => {
    const { user } = c.get('visitor');
    if (user === null) return c.json({ user: null }, 200);
    const profile = await findProfile(ctx.db, user.id);
    const { id, email, role, name, hasAuthenticator } = user;
    const firstName = profile?.firstName ?? name;
    const displayName = profile?.displayName ?? firstName;
    return c.json({ user: { id, email, role, firstName, displayName, hasAuthenticator } }, 200);
  });
  routes.openapi(confirmCall, async (c) => {
    const visitor = c.get('visitor');
    const user = customerOf(visitor);
    // A confirmation starts no session, so the cookies of the library's response are dropped.
    const caller = { ctx, auth, limits, user, visitor, request: c.req.raw, headers: new Headers() };
    unwrapOrThrow(await confirmPassword(caller, c.req.valid('json')), confirmRefusals);
    return c.json({ confirmed: true as const }, 200);
  });
  for (const [method, path] of published) {
    routes.on(method, `/auth${path}`, async (c) => auth.handle(await cloneRawRequest(c.req), c.get('visitor')));
  }
  routes.openapi(decideCall, async (c) => {
    if (!(await limits.consume(consentsPerHour, c.get('visitor').ip))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute.');
    }
    await storeConsent(c, ctx, c.req.valid('json'));
    return c.json({ success: true as const }, 200);
  });
  routes.openapi(listCall, async (c) => {
    const { id } = customerOf(c.get('visitor'));
    return c.json({ addresses: await listAddresses(ctx.db, id) }, 200);
  });
  return routes;
}
