import type { Context } from 'hono';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { publicAddresses } from '#modules/seo/pages.ts';
import { pageAnswer, type PageCache } from '#platform/http/page-cache.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { paintFirst } from '#platform/http/paint-first.server.ts';
import {
  commonHeaders,
  contentPolicy,
  scriptHashes,
  type PolicySources,
} from '#platform/http/security-headers.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

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

/** Buy Now as a plain form ends on the provider's page. */
const hostedSources: PolicySources = { ...ownSources, form: ['https://checkout.stripe.com'] };

function sourcesFor(path: string, { payments, settings }: PaymentsCtx): PolicySources {
  if (payments.mode === 'sandbox') return ownSources;
  if (paymentPaths.has(path)) return stripeSources;
  return path === '/product' && settings.buyNow === 'hosted' ? hostedSources : ownSources;
}

function policyFor(path: string, html: string, ctx: PaymentsCtx): string {
  return contentPolicy(scriptHashes(html), sourcesFor(path, ctx));
}

type Rendered = { response: Response; html: string | null };

type PageParts = { ctx: PaymentsCtx; limits: Limits; cache: PageCache; isDevelopment: boolean };

/** Renders pages through React Router, with the security policy of each and a cache for the public ones. */
export function createPages(build: ServerBuild, { ctx, limits, cache, isDevelopment }: PageParts) {
  const handle = createRequestHandler(build, isDevelopment ? 'development' : 'production');

  async function render(c: Context<ShopEnv>, isPublic: boolean): Promise<Rendered> {
    const extra = new Headers();
    const context = new RouterContextProvider();
    context.set(pageRequest, { ctx, visitor: c.get('visitor'), limits, headers: extra });
    const response = await handle(c.req.raw, context);
    const headers = new Headers(response.headers);
    extra.forEach((value, name) => headers.append(name, value));
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    // A link followed inside the shop asks for the data of the page alone.
    if (response.status === 404) ctx.log.warn({ path: c.req.path.replace(/\.data$/, '') }, 'page not found');
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
    if (!isPublic) return (await render(c, false)).response;
    const since = cache.generation();
    const { response, html } = await render(c, true);
    if (html === null || response.status !== 200) return response;
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
    const kept = { ...headers, ...common, 'cache-control': 'no-cache' };
    const page = await cache.insert(path, html, kept, since);
    return pageAnswer(page, c.req.raw.headers);
  };
}
