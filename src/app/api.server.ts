import { randomUUID } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

import { accountRoutes } from '#modules/accounts/accounts.routes.server.ts';
import { v1Routes } from '#modules/api/v1.routes.server.ts';
import { cartRoutes } from '#modules/cart/cart.routes.server.ts';
import { contentPictureRoutes } from '#modules/content/content-pictures.routes.server.ts';
import { themeRoutes } from '#modules/content/theme.routes.server.ts';
import { pictureRoutes } from '#modules/catalog/product-pictures.routes.server.ts';
import { heldUnits } from '#modules/checkout/reservation.queries.server.ts';
import { linkState } from '#modules/phone-orders/manage-phone-orders.server.ts';
import {
  buyNowRoutes,
  checkoutRoutes,
  exitOfferRoutes,
  stripeWebhookRoutes,
  suggestionRoutes,
} from '#modules/checkout/checkout.routes.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { releaseUnneededReservations } from '#modules/checkout/revise-checkout.server.ts';
import { contactRoutes } from '#modules/contact/contact.routes.server.ts';
import { conversionRoutes } from '#modules/conversions/conversions.routes.server.ts';
import { mailboxRoutes } from '#modules/email/mailbox.routes.server.ts';
import { mailPreviewRoutes } from '#modules/email/mail-preview.routes.server.ts';
import { testMailRoutes } from '#modules/email/test-mail.routes.server.ts';
import { automationRoutes, marketingRoutes } from '#modules/marketing/marketing.routes.server.ts';
import { orderTest } from '#modules/orders/orders.emails.server.ts';
import { orderRoutes, trackingRoutes } from '#modules/orders/orders.routes.server.ts';
import { isForgedOrderToken } from '#modules/orders/order-token.server.ts';
import { taxRoutes } from '#modules/tax/tax.routes.server.ts';
import { reviewRoutes } from '#modules/reviews/reviews.routes.server.ts';
import { habitTrackerRoutes } from '#modules/habit-tracker/habit-tracker.routes.server.ts';
import { watchSecurity } from '#modules/accounts/security-log.server.ts';
import { seoRoutes } from '#modules/seo/seo.routes.server.ts';
import { webAnalyticsRoutes } from '#modules/analytics/web-analytics.routes.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { limitBody } from '#platform/http/body-limit.server.ts';
import { validateUrl, parseFormMiddleware, validateJsonBody } from '#platform/http/request-validation.server.ts';
import { clientIp } from '#platform/http/client-ip.server.ts';
import { HttpError, notFound } from '#platform/http/http-error.server.ts';
import { maxTextBytes, multipartType } from '#platform/http/form-body.server.ts';
import { cartTokenOf } from '#platform/http/guest-cookie.server.ts';
import { limitLargeBodies } from '#platform/http/large-bodies.server.ts';
import { createErrorHandler, retryAfter, unavailable } from '#platform/http/error-handler.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import { sameOriginWrites } from '#platform/http/same-origin.server.ts';
import { securityHeaders } from '#platform/http/security-headers.server.ts';
import { servedHosts } from '#platform/http/host-allowlist.server.ts';
import type { ShopEnv, ShopRoutes } from '#platform/http/visitor.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';
import { photosTooLarge } from '#shared/photo.ts';
import type { Database } from '#platform/db/database.server.ts';
import { DatabaseUnreachable } from '#platform/db/database-errors.server.ts';

import { pagePath } from '#shared/page-path.ts';

import { apiDescription } from './api-document.server.ts';
import { assertRoles } from './assert-roles.server.ts';
import { shopMails } from './mail-registry.server.ts';
import type { Shop } from './shop.server.ts';
import { healthRoutes } from '../operate/health.server.ts';
import { countRequests, metricsRoutes } from '../operate/metrics.server.ts';
import { readable } from '../pages/error-document.server.ts';
import { listedAddresses, pageName, pageOf } from '../pages/page-lookup.server.ts';
import { canSendForm, pathsWith } from '../pages/page-registry.ts';

type AppParts = Omit<Shop, 'name' | 'cache' | 'stop'>;

type Serving = {
  serveFiles?: (app: ShopRoutes) => void;
};

/** Limits for requests other than files and cached pages: per browser, and per client address. */
const ofBrowser: Limit = { name: 'requests-browser', points: 300, seconds: 60, inProcess: true };
const ofAddress: Limit = { name: 'requests-address', points: 3_000, seconds: 60, inProcess: true };
const maxBody = 10 * 1024 * 1024;
/** Path prefixes that robots.txt disallows: personal pages and the API. */
const uncrawled = [...pathsWith('uncrawled'), '/api/'].toSorted();
const tooLarge = () => {
  throw new HttpError(413, 'too_large', 'This request is too large.');
};
const filesTooLarge = () => {
  throw new HttpError(413, 'too_large', photosTooLarge);
};

/** Route that takes a form instead of JSON, because it uploads photos. */
const reviewsPath = '/api/reviews';

/** True for paths whose form may upload files. */
export const takesFiles = (path: string) => path === reviewsPath || pageOf(path).files === true;

/** Passes a parsed form to routes that parse their body themselves. */
const passFormOn = createMiddleware<ShopEnv>((c, next) => {
  const form = c.get('form');
  if (form !== undefined) c.req.raw = new Request(c.req.url, { method: c.req.method, body: form });
  return next();
});

function refuseOtherHosts(settings: Settings): MiddlewareHandler {
  const isServed = servedHosts(settings);
  return (c, next) => {
    const { host, pathname } = new URL(c.req.url);
    if (!isServed(host, pathname)) {
      const sentence = `The shop does not answer at this address. Please open ${settings.publicUrl}.`;
      throw new HttpError(421, 'other_host', sentence);
    }
    return next();
  };
}

/**
 * Answers 503 at once while the database is unreachable. Also turns a 500 into a 503 if a library
 * failed before the outage was noticed.
 */
function refuseWhileAway({ isAway, isFailing }: Database, app: ShopRoutes): void {
  app.use('/api/*', async (c, next) => {
    if (isAway()) throw new DatabaseUnreachable(new Error('refused while it is away'));
    await next();
    if (c.res.status === 500 && isFailing()) c.res = c.json(unavailable, 503, retryAfter);
  });
}

function identify({ ctx, auth, limits, database }: AppParts, app: ShopRoutes): void {
  app.use('*', async (c, next) => {
    const ip = clientIp(c, ctx.settings);
    const cartToken = cartTokenOf(c, ctx.settings);
    c.set('visitor', { ip, requestId: randomUUID(), cartToken, user: null });
    const isWithin = cartToken === null || (await limits.consume(ofBrowser, `${ip} ${cartToken}`));
    if (!isWithin || !(await limits.consume(ofAddress, ip))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute.');
    }
    const cookies = c.req.header('cookie');
    // Cached pages are the same for everyone. Everything else fails on its own.
    if (cookies?.includes('session') === true && !database.isAway()) {
      c.set('visitor', { ...c.get('visitor'), user: await auth.sessionUser(c.req.raw.headers, c.req.path) });
    }
    return next();
  });
}

/** Pages that an order link opens. */
const ofOrderLinks = /^\/(track|track\/(invoice|credit-note)\.pdf|checkout-success|returns\/[^/]+\/slip\.pdf)$/i;

/** Returns a predicate that is true for order links whose token this shop did not sign. */
const isForgedLink =
  ({ sessionSecret }: Settings) =>
  ({ pathname, searchParams }: URL): boolean => {
    const token = searchParams.get('token');
    return token !== null && ofOrderLinks.test(pagePath(pathname)) && isForgedOrderToken(sessionSecret, token);
  };

/** Serves the sandbox of a demo shop while it has no keys. */
function serveSandbox({ payments }: PaymentsCtx, app: ShopRoutes): void {
  if (payments.sandboxRoutes === null) return;
  app.use('/sandbox/*', (_c, next) => {
    if (payments.sandbox === null) throw notFound();
    return next();
  });
  app.use('/sandbox/*', limitBody(16 * 1024, tooLarge), validateJsonBody);
  app.use('/sandbox/checkout/*', parseFormMiddleware(), passFormOn);
  app.route('/sandbox', payments.sandboxRoutes);
}

/**
 * Creates the shop's server without its pages: files, request identification and every API route.
 */
export function createApp(parts: AppParts, { serveFiles }: Serving = {}): ShopRoutes {
  const { ctx, auth, limits, headlines, database, state, metrics } = parts;
  const app = newRoutes();
  const answer = createErrorHandler(ctx.log, database.isFailing);
  app.onError((error, c) => readable(ctx, c, answer(error, c)));
  // First, so that responses of middleware that refuses a request have these headers too.
  app.use(
    '*',
    securityHeaders(() => ctx.settings.publicUrl.startsWith('https:')),
  );
  app.use('*', countRequests(metrics, pageName));
  app.use('*', watchSecurity(ctx, { proxies: ctx.settings, isForgedLink: isForgedLink(ctx.settings) }));
  app.use('*', refuseOtherHosts(ctx.settings));
  app.use('*', validateUrl);
  app.route('/', healthRoutes(database, state));
  app.route('/', metricsRoutes(metrics, ctx.settings));
  refuseWhileAway(database, app);
  app.use('/api/stripe-webhook', limitBody(1024 * 1024, tooLarge));
  app.route('/api', stripeWebhookRoutes(ctx, limits));
  app.use('/api/v1/*', limitBody(10 * 1024, tooLarge), validateJsonBody);
  // Calls with an API key: neither cookies nor the origin identify the caller.
  app.route('/api', v1Routes(ctx, limits));
  const description = apiDescription(app, ctx);
  app.get('/api/openapi.json', async (c) =>
    c.json(await description(), 200, { 'Cache-Control': 'public, max-age=300' }),
  );

  // Before the rate limits: files are the same for everyone and must not cost a visitor points.
  serveFiles?.(app);
  app.route('/', seoRoutes(ctx, { listed: () => listedAddresses(ctx, 'indexed'), uncrawled }));
  app.route('/', pictureRoutes(ctx));
  app.route('/', contentPictureRoutes(ctx));
  app.route('/', themeRoutes());
  identify(parts, app);
  app.use('/api/*', async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  });
  const withFiles = [limitLargeBodies(limits, maxBody), limitBody(maxBody, filesTooLarge)] as const;
  const small = limitBody(maxTextBytes, tooLarge);
  app.use('*', (c, next) => {
    if (!multipartType.test(c.req.header('content-type') ?? '') || !takesFiles(c.req.path)) return small(c, next);
    const [wait, limit] = withFiles;
    return wait(c, async () => void (await limit(c, next)));
  });
  const ownJson = sameOriginWrites(ctx.settings, true);
  const ownForm = sameOriginWrites(ctx.settings, false);
  app.use('/api/*', (c, next) => (c.req.path === reviewsPath ? ownForm : ownJson)(c, next));
  app.use('/api/*', validateJsonBody);
  assertRoles(app);
  app.route('/api', accountRoutes(ctx, auth, limits));
  app.route(
    '/api',
    cartRoutes(ctx, { heldUnits, onChanged: (visitor) => void releaseUnneededReservations(ctx, visitor) }),
  );
  app.route('/api', checkoutRoutes(ctx, limits, linkState));
  app.route('/api', exitOfferRoutes(ctx, limits, linkState));
  app.route('/api', suggestionRoutes(ctx, limits));
  app.route('/api', taxRoutes(ctx, limits));
  app.route('/api', buyNowRoutes(ctx, limits));
  app.route(
    '/api',
    orderRoutes(ctx, limits, (role) => canSendForm(role, '/admin/orders/:number', 'cancel')),
  );
  app.route('/api', trackingRoutes(ctx, limits));
  app.route('/api', testMailRoutes(ctx, limits, orderTest));
  app.route('/api', contactRoutes(ctx, limits));
  app.route('/api', reviewRoutes(ctx, limits));
  app.route('/api', marketingRoutes(ctx, limits));
  app.route('/api', habitTrackerRoutes(ctx));
  app.route(
    '/api',
    webAnalyticsRoutes(ctx, limits, {
      counted: async () => new Set(await listedAddresses(ctx, 'counted')),
      variantOf: (person) => headlines.variantOf(person),
    }),
  );
  app.route('/api', conversionRoutes(ctx, limits));
  app.all('/api/*', () => {
    throw notFound();
  });
  app.route('/', automationRoutes(ctx));
  app.route('/', mailPreviewRoutes(ctx, shopMails));
  if (ctx.settings.shopMode === 'demo') app.route('/', mailboxRoutes(ctx, shopMails));
  serveSandbox(ctx, app);
  return app;
}
