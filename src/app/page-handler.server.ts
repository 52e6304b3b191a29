import type { Context } from 'hono';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { cachedPageResponse, sharedHeaders, noTransform, type CachedPage } from '#platform/http/page-cache.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { retryAfter } from '#platform/http/error-handler.server.ts';
import { apiDescription, pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import { packedPage } from '#platform/http/compress-page.server.ts';
import { deferScriptsUntilPaint } from '#platform/http/defer-scripts.server.ts';
import { isSafeMethod } from '#platform/http/routes.server.ts';
import { hashScripts, newScriptNonce, scriptNonce } from '#platform/http/script-hashes.server.ts';
import { commonHeaders, contentPolicy, type PolicySources } from '#platform/http/security-headers.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import { pagePath } from '#shared/page-path.ts';
import { isTeamRole } from '#shared/roles.ts';

import { isDocumentRequest, failurePage } from '../pages/error-document.server.ts';
import { databaseAway, withErrorResponses } from '../pages/page-errors.server.ts';
import {
  asksForAll,
  isCachedAddress,
  pageOf,
  rightAddress,
  rightQuery,
  rightSpelling,
} from '../pages/page-lookup.server.ts';
import type { PageRoute } from '../pages/page-registry.ts';
import type { Shop } from './shop.server.ts';

const ownSources: PolicySources = { script: [], frame: [], connect: [], img: [] };
const stripeSources: PolicySources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: ['https://*.stripe.com'],
};

/** Sources of the advertiser's script, if the shop has one. It loads only after consent. */
const pixelSources: PolicySources = {
  script: ['https://connect.facebook.net'],
  frame: [],
  connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
  img: ['https://www.facebook.com'],
};

/** Sources from which a page may load, and targets of its forms. */
function sourcesOf({ csp, measured }: PageRoute, { payments, settings }: PaymentsCtx): PolicySources {
  const isReal = payments.mode !== 'sandbox';
  if (csp === 'stripe' && isReal) return stripeSources;
  // Without scripts, the Buy Now form redirects to the provider's page.
  const leadsToStripe = isReal && csp === 'stripe-form' && settings.buyNow === 'hosted';
  return {
    ...(settings.metaPixelId !== undefined && measured === true ? pixelSources : ownSources),
    ...(leadsToStripe ? { form: ['https://checkout.stripe.com'] } : {}),
  };
}

/**
 * Returns the Referrer-Policy of a page. Links must not leak a token, and unmeasured pages send
 * only their origin.
 */
function referrerPolicy({ audience, measured }: PageRoute): Record<string, string> {
  if (audience === 'bearer') return { 'referrer-policy': 'no-referrer' };
  return measured === true ? {} : { 'referrer-policy': 'strict-origin' };
}

/** Returns the headers that the page table defines. Only a page that was found may be indexed. */
function tableHeaders(page: PageRoute, isListed: boolean): Record<string, string> {
  return { ...referrerPolicy(page), ...(isListed && page.indexed === true ? {} : { 'x-robots-tag': 'noindex' }) };
}

/** A rendered response. `body` holds a page or its data, and the response then has none. */
type Rendered = { response: Response; body: Uint8Array<ArrayBuffer> | null };

/** Renders the page that is shown instead of one that failed. */
const failureResponse = async (...of: Parameters<typeof failurePage>): Promise<Rendered> => ({
  response: await failurePage(...of),
  body: null,
});

/** Responds with a page that belongs to one visitor and is not cached. */
async function ownAnswer({ response, body: whole }: Rendered, request: Headers): Promise<Response> {
  if (whole === null) return response;
  const { status, headers } = response;
  const { body, headers: said } = await packedPage(whole, request);
  for (const [name, value] of Object.entries(said)) headers.set(name, value);
  return new Response(body, { status, headers });
}

type PageParts = Omit<Shop, 'state' | 'metrics' | 'stop'> & {
  isDevelopment: boolean;
  describeApi: () => Promise<object>;
};

/**
 * Returns a write request for the router, without the body, which `sentForm` already holds parsed.
 * Removes the origin 'null', sent by pages without a referrer, because the router would refuse it.
 * `sameOriginWrites` has already checked where the write comes from.
 */
function withoutBody({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name);
  if (headers.get('origin') === 'null') headers.delete('origin');
  return new Request(url, { method, headers, signal });
}

/**
 * Removes the query string, so that a cached page does not depend on the URL of its first request.
 */
function withoutSearch({ url, headers, signal }: Request): Request {
  return new Request(url.replace(/\?.*/s, ''), { headers, signal });
}

/** Query parameter with the document whose draft an admin looks at. */
const draftParameter = 'draft';

/** Returns the document whose draft is shown. Null for everyone but admins. */
const draftShown = ({ req, get }: Context<ShopEnv>) =>
  get('visitor').user?.role === 'admin' ? new URL(req.url).searchParams.get(draftParameter) : null;

/**
 * Returns the path exactly as requested. Another spelling of a page's path is another cache entry,
 * or none.
 */
const rawPath = (c: Context) => new URL(c.req.url).pathname;

/**
 * Creates the page handler: React Router, the page table, and a cache for pages that are the same
 * for everyone.
 */
export function createPages(
  build: ServerBuild,
  { ctx, auth, limits, headlines, cache, database, isDevelopment, describeApi }: PageParts,
) {
  const isSecure = ctx.settings.publicUrl.startsWith('https:');
  const handle = createRequestHandler(withErrorResponses(build), isDevelopment ? 'development' : 'production');

  async function render(c: Context<ShopEnv>, isCached: boolean, variant: string | null): Promise<Rendered> {
    const extra = new Headers();
    const nonce = newScriptNonce();
    const page = pageOf(rawPath(c));
    const context = new RouterContextProvider();
    // Shared data is not cached while the database is away, because changes are not announced.
    const cacheLifetime = isCached || isDevelopment || database.isAway() ? undefined : cache;
    const draft = isCached ? null : draftShown(c);
    context.set(pageRequest, { ctx, visitor: c.get('visitor'), limits, headers: extra, variant, cacheLifetime, draft });
    context.set(pageAuth, auth);
    context.set(apiDescription, describeApi);
    context.set(scriptNonce, nonce);
    const form = c.get('form');
    if (form !== undefined) context.set(sentForm, form);
    const request = c.req.raw;
    const routed = isCached ? withoutSearch(request) : form === undefined ? request : withoutBody(request);
    const response = await handle(routed, context);
    // People of the admin see a saved change at once. The database notifies other processes.
    const mayHaveSaved = !isSafeMethod(c.req.method) && isTeamRole(c.get('visitor').user?.role);
    if (mayHaveSaved) cache.clear();
    // A 500 during a database outage has the same cause, even if a library words it differently.
    const isUnavailable = response.status === 503 || (response.status === 500 && database.isFailing());
    const { requestId } = c.get('visitor');
    if (isUnavailable && isDocumentRequest(c)) {
      const headers = new Headers(retryAfter);
      return failureResponse(ctx, { status: 503, message: databaseAway, requestId, headers });
    }
    const headers = new Headers(response.headers);
    extra.forEach((value, name) => headers.append(name, value));
    if (!headers.has('cache-control')) headers.set('cache-control', noTransform('no-store'));
    // Client-side navigation requests the page's data, so the log gets the page's own path.
    if (response.status === 404) ctx.log.warn({ path: pagePath(c.req.path) }, 'page not found');
    const { status } = response;
    const type = headers.get('content-type') ?? '';
    const isPage = type.startsWith('text/html');
    for (const [name, value] of Object.entries(tableHeaders(page, isPage && status === 200))) headers.set(name, value);
    if (isPage) {
      const { html, hashes } = hashScripts(deferScriptsUntilPaint(await response.text()), nonce);
      if (!isDevelopment && !headers.has('content-security-policy')) {
        const sources = { ...sourcesOf(page, ctx), isFramed: draft !== null, isSecure };
        headers.set('content-security-policy', contentPolicy(hashes, sources));
        // The editor shows the draft in a frame.
        if (draft !== null) headers.set('x-frame-options', 'SAMEORIGIN');
      }
      return { response: new Response(null, { status, headers }), body: new TextEncoder().encode(html) };
    }
    if (status >= 400 && isDocumentRequest(c)) return failureResponse(ctx, { status, requestId, headers });
    // Data of a client-side navigation, complete because nothing is streamed later.
    if (type === 'text/x-script') {
      return { response: new Response(null, { status, headers }), body: new Uint8Array(await response.arrayBuffer()) };
    }
    return { response: new Response(response.body, { status, headers }), body: null };
  }

  const common = commonHeaders(isSecure);

  /**
   * Returns a page that is the same for everyone, cached or rendered. A `Response` is an outcome
   * for this visitor alone.
   */
  async function cachedPage(c: Context<ShopEnv>, variant: string | null): Promise<CachedPage | Response> {
    const path = rawPath(c);
    const key = variant === null ? path : `${path} ${variant}`;
    const cached = cache.find(key);
    if (cached !== undefined) return cached;
    const since = cache.generation();
    const { response, body } = await render(c, true, variant);
    const stale = response.status === 503 ? cache.findStale(key) : undefined;
    if (stale !== undefined) return stale;
    if (body === null || response.status !== 200) return ownAnswer({ response, body }, c.req.raw.headers);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
    // A headline of a running test belongs to its visitor, so shared caches must not store it.
    const shared = variant === null ? sharedHeaders : { 'cache-control': noTransform('private, no-cache') };
    const all = { ...common, ...headers, ...shared };
    return cache.insert(key, { html: body, headers: all, since });
  }

  return async (c: Context<ShopEnv>): Promise<Response> => {
    const { method, url } = c.req;
    const path = rawPath(c);
    const isCached =
      isCachedAddress(path) && isSafeMethod(method) && asksForAll(url) && draftShown(c) === null && !isDevelopment;
    const person = { ip: c.get('visitor').ip, userAgent: c.req.header('user-agent') ?? '' };
    const variant = pagePath(path) === '/' ? headlines.variantOf(person) : null;
    const requestHeaders = c.req.raw.headers;
    const isPageRead = isSafeMethod(method) && isDocumentRequest(c);
    const elsewhere = isPageRead ? rightAddress(path) : null;
    const { search } = new URL(url);
    const query = isPageRead ? rightQuery(search) : search;
    if (elsewhere !== null || query !== search) {
      const headers = { location: (elsewhere ?? path) + query, 'cache-control': 'no-store' };
      return new Response(null, { status: 301, headers });
    }
    const address = pagePath(path);
    const spelled = rightSpelling(path);
    if (spelled !== null && spelled !== address) {
      // Files and pages have one address, so that nothing that goes by addresses is passed by.
      if (!isSafeMethod(method) || address !== path) throw notFound();
      const headers = { location: spelled + search, 'cache-control': 'no-store' };
      return new Response(null, { status: 301, headers });
    }
    if (!isCached) return ownAnswer(await render(c, false, variant), requestHeaders);
    const page = await cachedPage(c, variant);
    if (page instanceof Response) return page;
    return cachedPageResponse(page, requestHeaders, url.includes('?'));
  };
}
