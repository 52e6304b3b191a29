import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { contentPolicy, type PolicySources } from '#platform/http/security-headers.server.ts';

import type { PageRoute } from '../pages/page-registry.ts';

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
export function tableHeaders(page: PageRoute, isFound: boolean): Record<string, string> {
  return { ...referrerPolicy(page), ...(isFound && page.indexed === true ? {} : { 'x-robots-tag': 'noindex' }) };
}

/** Returns the Content-Security-Policy of a page whose own scripts have these hashes. */
export function pagePolicy(page: PageRoute, ctx: PaymentsCtx, { hashes, isFramed }: PagePolicyOptions): string {
  const isSecure = ctx.settings.publicUrl.startsWith('https:');
  return contentPolicy(hashes, { ...sourcesOf(page, ctx), isFramed, isSecure });
}

type PagePolicyOptions = { hashes: readonly string[]; isFramed: boolean };
