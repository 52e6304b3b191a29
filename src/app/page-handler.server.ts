import type { Context } from 'hono';
import { createRequestHandler, RouterContextProvider, type RequestHandler, type ServerBuild } from 'react-router';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import { cachedPageResponse, sharedHeaders, noTransform, type CachedPage } from '#platform/http/page-cache.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { retryAfter } from '#platform/http/error-handler.server.ts';
import { apiDescription, pageRequest, sentForm, type PageRequest } from '#platform/http/page-context.server.ts';
import { packedPage } from '#platform/http/compress-page.server.ts';
import { deferScriptsUntilPaint } from '#platform/http/defer-scripts.server.ts';
import { isSafeMethod } from '#platform/http/routes.server.ts';
import { hashScripts, newScriptNonce, scriptNonce } from '#platform/http/script-hashes.server.ts';
import { commonHeaders } from '#platform/http/security-headers.server.ts';
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
import { pagePolicy, tableHeaders } from './page-headers.server.ts';
import type { Shop } from './shop.server.ts';

type Call = Context<ShopEnv>;

type PageParts = Omit<Shop, 'name' | 'state' | 'metrics' | 'stop'> & {
  isDevelopment: boolean;
  describeApi: () => Promise<object>;
};

/** A rendered response. `body` holds a page or its data, and the response then has none. */
type Rendered = { response: Response; body: Uint8Array<ArrayBuffer> | null };

/** Version of a page: the one for everyone or a visitor's own, and the headline that it shows. */
type PageVersion = { isShared: boolean; variant: string | null };

/**
 * Returns the path exactly as requested. Another spelling of a page's path is another cache entry,
 * or none.
 */
const rawPath = (c: Call) => new URL(c.req.url).pathname;

/** Query parameter with the document whose draft an admin looks at. */
const draftParameter = 'draft';

/** Returns the document whose draft is shown. Null for everyone but admins. */
const draftShown = ({ req, get }: Call) =>
  get('visitor').user?.role === 'admin' ? new URL(req.url).searchParams.get(draftParameter) : null;

/** Answers requests for pages: React Router, the page table, and the cache of shared pages. */
export class PageHandler {
  readonly #parts: PageParts;
  readonly #route: RequestHandler;

  constructor(build: ServerBuild, parts: PageParts) {
    this.#parts = parts;
    this.#route = createRequestHandler(withErrorResponses(build), parts.isDevelopment ? 'development' : 'production');
  }

  async answer(c: Call): Promise<Response> {
    const redirect = redirectToRightAddress(c);
    if (redirect !== null) return redirect;
    const variant = this.#variantOf(c);
    const requestHeaders = c.req.raw.headers;
    if (!this.#isShared(c)) return ownResponse(await this.#render(c, { isShared: false, variant }), requestHeaders);
    const page = await this.#sharedPage(c, variant);
    if (page instanceof Response) return page;
    return cachedPageResponse(page, requestHeaders, c.req.url.includes('?'));
  }

  /** Returns the headline version that this visitor sees on the home page. */
  #variantOf(c: Call): string | null {
    if (pagePath(rawPath(c)) !== '/') return null;
    const person = { ip: c.get('visitor').ip, userAgent: c.req.header('user-agent') ?? '' };
    return this.#parts.headlines.variantOf(person);
  }

  /** True when the request gets the page that is the same for everyone. */
  #isShared(c: Call): boolean {
    const { method, url } = c.req;
    if (this.#parts.isDevelopment || !isSafeMethod(method)) return false;
    return isCachedAddress(rawPath(c)) && asksForAll(url) && draftShown(c) === null;
  }

  /**
   * Returns a page that is the same for everyone, cached or rendered. A `Response` is an outcome
   * for this visitor alone.
   */
  async #sharedPage(c: Call, variant: string | null): Promise<CachedPage | Response> {
    const { cache, ctx } = this.#parts;
    const path = rawPath(c);
    const key = variant === null ? path : `${path} ${variant}`;
    const cached = cache.find(key);
    if (cached !== undefined) return cached;
    const since = cache.generation();
    const rendered = await this.#render(c, { isShared: true, variant });
    const { response, body } = rendered;
    const stale = response.status === 503 ? cache.findStale(key) : undefined;
    if (stale !== undefined) return stale;
    if (body === null || response.status !== 200) return ownResponse(rendered, c.req.raw.headers);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
    // A headline of a running test belongs to its visitor, so shared caches must not store it.
    const lifetime = variant === null ? sharedHeaders : { 'cache-control': noTransform('private, no-cache') };
    const common = commonHeaders(ctx.settings.publicUrl.startsWith('https:'));
    return cache.insert(key, { html: body, headers: { ...common, ...headers, ...lifetime }, since });
  }

  async #render(c: Call, version: PageVersion): Promise<Rendered> {
    const { ctx, cache } = this.#parts;
    const { requestId, user } = c.get('visitor');
    const nonce = newScriptNonce();
    const page = this.#pageRequestOf(c, version);
    const response = await this.#route(routedRequest(c, version), this.#routerContext(c, page, nonce));
    // People of the admin see a saved change at once. The database notifies other processes.
    if (!isSafeMethod(c.req.method) && isTeamRole(user?.role)) cache.clear();
    if (this.#isUnavailable(response) && isDocumentRequest(c)) {
      const headers = new Headers(retryAfter);
      return unread(await failurePage(ctx, { status: 503, message: databaseAway, requestId, headers }));
    }
    const { status } = response;
    // Client-side navigation requests the page's data, so the log gets the page's own path.
    if (status === 404) ctx.log.warn({ path: pagePath(c.req.path) }, 'page not found');
    const headers = pageHeaders(response, page.headers, pageOf(rawPath(c)));
    if (isHtml(headers)) return this.#withPolicy(c, { response, headers, nonce, isFramed: isDraft(page) });
    if (status >= 400 && isDocumentRequest(c)) return unread(await failurePage(ctx, { status, requestId, headers }));
    if (headers.get('content-type') !== dataType) return unread(new Response(response.body, { status, headers }));
    return { response: new Response(null, { status, headers }), body: new Uint8Array(await response.arrayBuffer()) };
  }

  /** Returns what loaders and actions read. They add headers of the page to it. */
  #pageRequestOf(c: Call, { isShared, variant }: PageVersion): PageRequest {
    const { ctx, limits, cache, database, isDevelopment } = this.#parts;
    return {
      ctx,
      visitor: c.get('visitor'),
      limits,
      headers: new Headers(),
      variant,
      draft: isShared ? null : draftShown(c),
      // Shared data is not cached while the database is away, because changes are not announced.
      cacheLifetime: isShared || isDevelopment || database.isAway() ? undefined : cache,
    };
  }

  #routerContext(c: Call, page: PageRequest, nonce: string): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(pageRequest, page);
    context.set(pageAuth, this.#parts.auth);
    context.set(apiDescription, this.#parts.describeApi);
    context.set(scriptNonce, nonce);
    const form = c.get('form');
    if (form !== undefined) context.set(sentForm, form);
    return context;
  }

  /**
   * True when the database did not answer. A 500 during an outage has the same cause, even if a
   * library words it differently.
   */
  #isUnavailable({ status }: Response): boolean {
    return status === 503 || (status === 500 && this.#parts.database.isFailing());
  }

  /** Returns a rendered page with the policy that lists its own scripts. */
  async #withPolicy(c: Call, { response, headers, nonce, isFramed }: RenderedPage): Promise<Rendered> {
    const { ctx, isDevelopment } = this.#parts;
    const { html, hashes } = hashScripts(deferScriptsUntilPaint(await response.text()), nonce);
    if (!isDevelopment && !headers.has('content-security-policy')) {
      headers.set('content-security-policy', pagePolicy(pageOf(rawPath(c)), ctx, { hashes, isFramed }));
      // The editor shows the draft in a frame.
      if (isFramed) headers.set('x-frame-options', 'SAMEORIGIN');
    }
    const { status } = response;
    return { response: new Response(null, { status, headers }), body: new TextEncoder().encode(html) };
  }
}

type RenderedPage = { response: Response; headers: Headers; nonce: string; isFramed: boolean };

/** Content type of the data of a client-side navigation. Complete, because nothing is streamed. */
const dataType = 'text/x-script';

const isHtml = (headers: Headers) => headers.get('content-type')?.startsWith('text/html') === true;

const isDraft = ({ draft }: PageRequest) => draft !== null && draft !== undefined;

const unread = (response: Response): Rendered => ({ response, body: null });

/** Responds with a page that belongs to one visitor and is not cached. */
async function ownResponse({ response, body: whole }: Rendered, request: Headers): Promise<Response> {
  if (whole === null) return response;
  const { status, headers } = response;
  const { body, headers: added } = await packedPage(whole, request);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(body, { status, headers });
}

const redirection = (location: string) =>
  new Response(null, { status: 301, headers: { location, 'cache-control': 'no-store' } });

/**
 * Redirects a misspelled or former address to its page. Null if the address is right. Files and
 * pages have one address, so that nothing that goes by addresses is passed by.
 */
function redirectToRightAddress(c: Call): Response | null {
  const { method, url } = c.req;
  const path = rawPath(c);
  const { search } = new URL(url);
  if (isSafeMethod(method) && isDocumentRequest(c)) {
    const right = rightAddress(path);
    const query = rightQuery(search);
    if (right !== null || query !== search) return redirection((right ?? path) + query);
  }
  const address = pagePath(path);
  const spelled = rightSpelling(path);
  if (spelled === null || spelled === address) return null;
  if (!isSafeMethod(method) || address !== path) throw notFound();
  return redirection(spelled + search);
}

/** Returns the request for the router. A shared page does not depend on the query. */
function routedRequest(c: Call, { isShared }: PageVersion): Request {
  if (isShared) return withoutSearch(c.req.raw);
  return c.get('form') === undefined ? c.req.raw : withoutBody(c.req.raw);
}

/**
 * Removes the query string, so that a cached page does not depend on the URL of its first request.
 */
function withoutSearch({ url, headers, signal }: Request): Request {
  return new Request(url.replace(/\?.*/s, ''), { headers, signal });
}

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

/** Returns the router's headers with those that loaders added and those of the page table. */
function pageHeaders(response: Response, added: Headers, page: ReturnType<typeof pageOf>): Headers {
  const headers = new Headers(response.headers);
  added.forEach((value, name) => headers.append(name, value));
  if (!headers.has('cache-control')) headers.set('cache-control', noTransform('no-store'));
  const isFound = isHtml(headers) && response.status === 200;
  for (const [name, value] of Object.entries(tableHeaders(page, isFound))) headers.set(name, value);
  return headers;
}
