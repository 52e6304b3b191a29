import { demoClaims, demoCompany, demoImpact } from '#content/demo-about.ts';

import { claimEntry, type Claims } from '#modules/content/claims.schema.ts';

import type { ShownClaim } from './components/science-sections.tsx';

type ShopMode = 'demo' | 'live';

/** Sample figures, company and names of a demo shop. A live shop has none. */
export function companySamples(shopMode: ShopMode) {
  if (shopMode === 'demo') return { ...demoCompany, impact: demoImpact };
  return { facts: [], names: [], note: null, impact: [] };
}

/** Seller by line, in a demo shop without one the sample company. */
export function sellerOnPage(shopMode: ShopMode, seller: readonly string[]): readonly string[] {
  const { seller: sample } = demoCompany;
  return seller.length === 0 && shopMode === 'demo' ? sample : seller;
}

/** Public claims with their sources, in a demo shop also those about samples. */
export function shownClaims(shopMode: ShopMode, { items }: Claims): ShownClaim[] {
  const all = shopMode === 'demo' ? [...items, ...demoClaims.map(claimEntry)] : items;
  return all.map(({ id, says, proof: { text, to } }) => ({
    id,
    says,
    proof: to === '' ? { text } : { to, label: text },
  }));
}
