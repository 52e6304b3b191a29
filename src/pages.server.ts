import type { Context } from 'hono';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { pageAuth } from '#modules/accounts/page-auth.server.ts';
import type { Auth } from '#modules/accounts/service.server.ts';
import { isMeasuredPage } from '#modules/conversions/rules.ts';
import type { Headlines } from '#modules/experiments/service.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { publicAddresses } from '#modules/seo/pages.ts';
import { pageAnswer, type PageCache } from '#platform/http/page-cache.server.ts';
import { apiDescription, pageRequest } from '#platform/http/page-context.server.ts';
import { paintFirst } from '#platform/http/paint-first.server.ts';
import {
  commonHeaders,
  contentPolicy,
  scriptHashes,
  type PolicySources,
} from '#platform/http/security-headers.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { pagePath } from '#shared/page-path.ts';

/** Pages that are the same for everyone until they are hydrated. */
const publicPaths = new Set<string>(publicAddresses.filter((path) => path !== '/track'));
const paymentPaths = new Set(['/checkout']);

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
function sourcesOf(path: string, { payments, settings }: PaymentsCtx): PolicySources {
  const isReal = payments.mode !== 'sandbox';
  if (paymentPaths.has(path)) return isReal ? stripeSources : ownSources;
  const isMeasured = settings.metaPixelId !== undefined && isMeasuredPage(path);
  // Buy Now as a plain form ends on the provider's page.
  const leadsToStripe = isReal && path === '/product' && settings.buyNow === 'hosted';
  return {
    ...(isMeasured ? pixelSources : ownSources),
    ...(leadsToStripe ? { form: ['https://checkout.stripe.com'] } : {}),
  };
}

function policyFor(path: string, html: string, ctx: PaymentsCtx): string {
  return contentPolicy(scriptHashes(html), sourcesOf(path, ctx));
}

type Rendered = { response: Response; html: string | null };

type PageParts = {
  ctx: PaymentsCtx;
  auth: Auth;
  limits: Limits;
  headlines: Headlines;
  cache: PageCache;
  isDevelopment: boolean;
  describeApi: () => object;
};

/** Renders pages through React Router, with the security policy of each and a cache for the public ones. */
export function createPages(
  build: ServerBuild,
  { ctx, auth, limits, headlines, cache, isDevelopment, describeApi }: PageParts,
) {
  const handle = createRequestHandler(build, isDevelopment ? 'development' : 'production');

  async function render(c: Context<ShopEnv>, isPublic: boolean, variant: string | null): Promise<Rendered> {
    const extra = new Headers();
    const context = new RouterContextProvider();
    context.set(pageRequest, { ctx, visitor: c.get('visitor'), limits, headers: extra, variant });
    context.set(pageAuth, auth);
    context.set(apiDescription, describeApi);
    const response = await handle(c.req.raw, context);
    const headers = new Headers(response.headers);
    extra.forEach((value, name) => headers.append(name, value));
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    // A link followed inside the shop asks for the data of the page alone.
    if (response.status === 404) ctx.log.warn({ path: pagePath(c.req.path) }, 'page not found');
    const isPage = headers.get('content-type')?.startsWith('text/html') === true;
    if (!isPage) return { response: new Response(response.body, { status: response.status, headers }), html: null };
    const html = isPublic ? paintFirst(await response.text()) : await response.text();
    if (!isDevelopment && !headers.has('content-security-policy')) {
      headers.set('content-security-policy', policyFor(c.req.path, html, ctx));
    }
    return { response: new Response(html, { status: response.status, headers }), html };
  }

  const common = commonHeaders(ctx.settings.publicUrl.startsWith('https:'));
  return async (c: Context<ShopEnv>): Promise<Response> => {
    const { path, method, url } = c.req;
    const isPublic = publicPaths.has(path) && method === 'GET' && !url.includes('?') && !isDevelopment;
    const person = { ip: c.get('visitor').ip, userAgent: c.req.header('user-agent') ?? '' };
    const variant = pagePath(path) === '/' ? headlines.variantOf(person) : null;
    if (!isPublic) return (await render(c, false, variant)).response;
    const key = variant === null ? path : `${path} ${variant}`;
    const kept = cache.find(key);
    if (kept !== undefined) return pageAnswer(kept, c.req.raw.headers);
    const since = cache.generation();
    const { response, html } = await render(c, true, variant);
    if (html === null || response.status !== 200) return response;
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
    const all = { ...headers, ...common, 'cache-control': 'no-cache' };
    const page = await cache.insert(key, html, all, since);
    return pageAnswer(page, c.req.raw.headers);
  };
}
