import { claims } from '#content/claims.ts';
import { demoClaims, demoCompany, demoImpact } from '#content/demo-about.ts';

import { factsOf, fillFacts } from '#modules/content/facts.ts';
import type { Site } from '#modules/content/site.schema.ts';

import type { ShownClaim } from './components/science-sections.tsx';

type ShopMode = 'demo' | 'live';

/** Sample figures, company and names of a demo shop. A live shop has none. */
export function companySamples(shopMode: ShopMode) {
  if (shopMode === 'demo') return { ...demoCompany, impact: demoImpact };
  return { facts: [], names: [], note: null, impact: [] };
}

/** Public claims with their sources, in a demo shop also those about samples. */
export function shownClaims(shopMode: ShopMode, site: Site): ShownClaim[] {
  const all = shopMode === 'demo' ? [...claims, ...demoClaims] : claims;
  const shown = all.map(({ id, says, proof }) => ({ id, says, proof }));
  return fillFacts(shown, factsOf(site));
}
