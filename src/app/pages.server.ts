import type { Context } from 'hono';
import { createRequestHandler, RouterContextProvider, type RequestHandler, type ServerBuild } from 'react-router';

import { pageAuth } from '#modules/accounts/page-auth.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { pageAnswer, sharedHeaders, unchanged, type CachedPage } from '#platform/http/page-cache.server.ts';
import { retryAfter } from '#platform/http/on-error.server.ts';
import { apiDescription, pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import { packedPage } from '#platform/http/packed-page.server.ts';
import { paintFirst } from '#platform/http/paint-first.server.ts';
import { isRead, readsOf } from '#platform/http/read-after.server.ts';
import { newScriptMark, scriptMark, takeMarks, type Piece } from '#platform/http/script-marks.server.ts';
import { commonHeaders, contentPolicy, type PolicySources } from '#platform/http/security-headers.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import { pagePath } from '#shared/page-path.ts';

import { asksForPage, failurePage } from '../pages/failure-page.server.ts';
import { away, faultsNamed } from '../pages/faults.server.ts';
import { pageOf, rightAddress } from '../pages/page-of.server.ts';
import { ownRoutes } from '../pages/own-routes.server.ts';
import { renderedPage } from '../pages/rendered-page.server.ts';
import { addressesWith, type Page } from '../pages/table.ts';
import type { Shop } from './shop.server.ts';

const cachedAddresses = new Set(addressesWith('cached'));

const ownSources: PolicySources = { script: [], frame: [], connect: [], img: [] };
const stripeSources: PolicySources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: ['https://*.stripe.com'],
};

/** The advertiser's script, where a shop has one; it comes only after consent. */
const pixelSources: PolicySources = {
  script: ['https://connect.facebook.net'],
  frame: [],
  connect: ['https://www.facebook.com', 'https://connect.facebook.net'],
  img: ['https://www.facebook.com'],
};

/** What a page may load from elsewhere, and where its forms may lead. */
function sourcesOf({ csp, measured }: Page, { payments, settings }: PaymentsCtx): PolicySources {
  const isReal = payments.mode !== 'sandbox';
  if (csp === 'stripe' && isReal) return stripeSources;
  // Buy Now as a plain form ends on the provider's page.
  const leadsToStripe = isReal && csp === 'stripe-form' && settings.buyNow === 'hosted';
  return {
    ...(settings.metaPixelId !== undefined && measured === true ? pixelSources : ownSources),
    ...(leadsToStripe ? { form: ['https://checkout.stripe.com'] } : {}),
  };
}

/** What is sent of the address of a page when one goes on from there: nothing of a link's token, and of a closed page only whose it is. */
function referrerPolicy({ audience, measured }: Page): Record<string, string> {
  if (audience === 'bearer') return { 'referrer-policy': 'no-referrer' };
  return measured === true ? {} : { 'referrer-policy': 'strict-origin' };
}

/** What the page table says of an answer: only a page itself that was found may be listed. */
function tableHeaders(page: Page, isListed: boolean): Record<string, string> {
  return { ...referrerPolicy(page), ...(isListed && page.indexed === true ? {} : { 'x-robots-tag': 'noindex' }) };
}

/** `pieces` of the page itself or of its data, where it is one: its body is not in the answer then. */
type Rendered = { response: Response; pieces: readonly Piece[] | null };

/** What stands in the place of a page that cannot be shown. */
const inItsPlace = async (...of: Parameters<typeof failurePage>): Promise<Rendered> => ({
  response: await failurePage(...of),
  pieces: null,
});

/** A page in pieces as bytes: to put it together as text first would copy all of it once more. */
function bytesOf(pieces: readonly Piece[]): Buffer<ArrayBuffer> {
  const sizes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string') bytes.write(piece, at);
    else bytes.set(piece, at);
    at += sizes[index] ?? 0;
  }
  return bytes;
}

/** The answer for a page that is nobody else's. */
async function ownAnswer({ response, pieces }: Rendered, request: Headers): Promise<Response> {
  if (pieces === null) return response;
  const { status, headers } = response;
  const { body, headers: said } = await packedPage(bytesOf(pieces), request);
  for (const [name, value] of Object.entries(said)) headers.set(name, value);
  return new Response(body, { status, headers });
}

type PageParts = Omit<Shop, 'state' | 'metrics' | 'stop'> & { isDevelopment: boolean; describeApi: () => object };

/**
 * A write as the router gets it: without the body, which `sentForm` holds parsed. Removes the origin 'null' of a page that
 * sends no referrer, because the router would refuse it; `sameOriginWrites` has checked where the write comes from.
 */
function withoutBody({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name);
  if (headers.get('origin') === 'null') headers.delete('origin');
  return new Request(url, { method, headers, signal });
}

/** A kept page says nothing of the address at which it was first asked for. */
function withoutSearch({ url, headers, signal }: Request): Request {
  return new Request(url.replace(/\?.*/s, ''), { headers, signal });
}

/** What an advertisement or a letter adds to a link, which the browser alone reads; `deploy/cluster/varnish.vcl` takes the same off. */
const ofLinks = /^(utm_[a-z_]+|gclid|fbclid|msclkid)$/;

/** Whether an address asks for a page as everyone gets it. */
const asksForAll = (url: string) =>
  !url.includes('?') || [...new URL(url).searchParams.keys()].every((name) => ofLinks.test(name));

/** The address as it was asked for: another spelling of a page's address is another entry of the cache, or none. */
const rawPath = (c: Context) => new URL(c.req.url).pathname;

/** Renders pages through React Router, with what the page table says of each and a cache for those that are the same for everyone. */
export function createPages(
  build: ServerBuild,
  { ctx, auth, limits, headlines, cache, database, isDevelopment, describeApi }: PageParts,
) {
  const named = faultsNamed(build);
  const mode = isDevelopment ? 'development' : 'production';
  const handlers = new Map<Page, RequestHandler>();
  const handlerOf = (page: Page) => {
    const handler = handlers.get(page) ?? createRequestHandler(ownRoutes(named, page), mode);
    handlers.set(page, handler);
    return handler;
  };

  async function render(c: Context<ShopEnv>, isCached: boolean, variant: string | null): Promise<Rendered> {
    const extra = new Headers();
    const mark = newScriptMark();
    const page = pageOf(rawPath(c));
    const context = new RouterContextProvider();
    // What an admin's page shows; what a form of it decides comes by POST.
    const shown = page.audience === 'admin' ? readsOf(c, database.reads) : null;
    const pageCtx = shown === null ? ctx : { ...ctx, db: shown };
    // What changes while the database is away is not heard of, and a replica may be behind what was heard.
    const keeping = isCached || isDevelopment || shown !== null || database.isAway() ? undefined : cache;
    context.set(pageRequest, { ctx: pageCtx, visitor: c.get('visitor'), limits, headers: extra, variant, keeping });
    context.set(pageAuth, auth);
    context.set(apiDescription, describeApi);
    context.set(scriptMark, mark);
    const form = c.get('form');
    if (form !== undefined) context.set(sentForm, form);
    const request = c.req.raw;
    const asked = isCached ? withoutSearch(request) : form === undefined ? request : withoutBody(request);
    const response = await handlerOf(page)(asked, context);
    // What failed in the words of a library, while the database did, failed for the same reason.
    const isUnavailable = response.status === 503 || (response.status === 500 && database.isFailing());
    const { requestId } = c.get('visitor');
    if (isUnavailable && asksForPage(c)) {
      return inItsPlace({ status: 503, message: away, requestId }, new Headers(retryAfter));
    }
    const headers = new Headers(response.headers);
    extra.forEach((value, name) => headers.append(name, value));
    if (!headers.has('cache-control')) headers.set('cache-control', unchanged('no-store'));
    // A link followed inside the shop asks for the data of the page alone.
    if (response.status === 404) ctx.log.warn({ path: pagePath(c.req.path) }, 'page not found');
    const written = headers.get('content-type')?.startsWith('text/html') === true ? context.get(renderedPage) : null;
    const said = tableHeaders(page, written !== null && response.status === 200);
    for (const [name, value] of Object.entries(said)) headers.set(name, value);
    if (written === null) {
      const { status, body } = response;
      if (status >= 400 && asksForPage(c)) return inItsPlace({ status, requestId }, headers);
      // What a link followed inside the shop brings, of which nothing comes later.
      const isData = headers.get('content-type') === 'text/x-script';
      const data = isData ? [new Uint8Array(await response.arrayBuffer())] : null;
      return { response: new Response(isData ? null : body, { status, headers }), pieces: data };
    }
    const { pieces, hashes } = takeMarks(paintFirst(written), mark);
    if (!isDevelopment && !headers.has('content-security-policy')) {
      headers.set('content-security-policy', contentPolicy(hashes, sourcesOf(page, ctx)));
    }
    return { response: new Response(null, { status: response.status, headers }), pieces };
  }

  const common = commonHeaders(ctx.settings.publicUrl.startsWith('https:'));

  /** A page that is the same for everyone, as it is kept or made to be; what else became of it is an answer to this visitor alone. */
  async function keptPage(c: Context<ShopEnv>, variant: string | null): Promise<CachedPage | Response> {
    const path = rawPath(c);
    const key = variant === null ? path : `${path} ${variant}`;
    const kept = cache.find(key);
    if (kept !== undefined) return kept;
    const since = cache.generation();
    const { response, pieces } = await render(c, true, variant);
    const stale = response.status === 503 ? cache.findStale(key) : undefined;
    if (stale !== undefined) return stale;
    if (pieces === null || response.status !== 200) return ownAnswer({ response, pieces }, c.req.raw.headers);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
    // A headline that is being compared is its visitor's.
    const shared = variant === null ? sharedHeaders : { 'cache-control': unchanged('private, no-cache') };
    const all = { ...common, ...headers, ...shared };
    return cache.insert(key, { html: bytesOf(pieces), headers: all, since });
  }

  return async (c: Context<ShopEnv>): Promise<Response> => {
    const { method, url } = c.req;
    const path = rawPath(c);
    const isCached = cachedAddresses.has(path) && isRead(method) && asksForAll(url) && !isDevelopment;
    const person = { ip: c.get('visitor').ip, userAgent: c.req.header('user-agent') ?? '' };
    const variant = pagePath(path) === '/' ? headlines.variantOf(person) : null;
    const asked = c.req.raw.headers;
    const elsewhere = isRead(method) && asksForPage(c) ? rightAddress(path) : null;
    if (elsewhere !== null) {
      const headers = { location: elsewhere + new URL(url).search, 'cache-control': 'no-store' };
      return new Response(null, { status: 301, headers });
    }
    if (!isCached) return ownAnswer(await render(c, false, variant), asked);
    const page = await keptPage(c, variant);
    if (page instanceof Response) return page;
    return pageAnswer(page, asked, url.includes('?'));
  };
}
