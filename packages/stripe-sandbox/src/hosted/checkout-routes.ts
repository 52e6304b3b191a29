import { Hono, type Context } from 'hono';

import type { Db } from '../database.ts';

import { filledForm } from './checkout-form.ts';
import { challengePage, endedPage, paymentPage } from './checkout-page.ts';
import { checkoutStyle } from './checkout-style.ts';
import { authenticateSession, hostedState, paySession, successUrlOf, type HostedState } from './pay-session.ts';
import { textsOf } from '../cards.ts';

/**
 * Content security policy. A redirect after a form counts as its action, so only the shop's own
 * address is allowed.
 */
function policy(state: HostedState | null): string {
  const shop = state === null ? '' : new URL(successUrlOf(state.session)).origin;
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    `form-action 'self' ${shop}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Shown = Parameters<typeof paymentPage>[1];

function answer(c: Context, state: HostedState | null, shown: Shown = {}) {
  if (state?.session.status === 'complete') return c.redirect(successUrlOf(state.session), 303);
  c.header('Content-Security-Policy', policy(state));
  c.header('Cache-Control', 'no-store');
  if (state === null) return c.html(endedPage(null), 404);
  if (state.session.status === 'expired') return c.html(endedPage(state.session), 410);
  const isRefused = shown.problems !== undefined || state.error !== null;
  return c.html(
    state.needsAuthentication ? challengePage(state) : paymentPage(state, shown),
    isRefused && !state.needsAuthentication ? 422 : 200,
  );
}

/**
 * Routes of the sandbox's own payment page, like the provider's hosted one: plain forms that need
 * no script.
 */
export function hostedCheckoutRoutes({ db, announce, css }: { db: Db; announce: () => void; css: string }): Hono {
  const routes = new Hono();
  routes.get('/checkout.css', (c) => {
    c.header('Content-Type', 'text/css; charset=utf-8');
    c.header('Cache-Control', 'public, max-age=300');
    return c.body(`${css}${checkoutStyle}`);
  });
  routes.get('/checkout/:id', async (c) => {
    const state = await hostedState(db, c.req.param('id'));
    return answer(c, state === null ? null : { ...state, error: null });
  });
  routes.post('/checkout/:id', async (c) => {
    const id = c.req.param('id');
    const { code: _code, ...typed } = textsOf(await c.req.parseBody());
    const state = await hostedState(db, id);
    if (state?.session.status !== 'open') return answer(c, state);
    const countries = state.session.shipping_address_collection?.allowed_countries ?? null;
    const filled = filledForm({ ...typed, code: _code ?? '' }, countries);
    if (!filled.ok) return answer(c, { ...state, error: null }, { typed, problems: filled.problems });
    const paid = await paySession(db, id, filled.payment);
    announce();
    return answer(c, paid, { typed });
  });
  routes.post('/checkout/:id/authenticate', async (c) => {
    const { passed } = textsOf(await c.req.parseBody());
    const state = await authenticateSession(db, c.req.param('id'), passed === 'yes');
    announce();
    return answer(c, state);
  });
  return routes;
}
