import { demoEndorsements } from '#content/demo-endorsements.ts';
import { demoHome } from '#content/demo-home.ts';
import type { Documents } from '#modules/content/documents.server.ts';
import { areEmpty, provenEndorsements } from '#modules/content/endorsements.ts';

import type { Proof, Rating, ShownEndorsements } from './landing-proof.ts';

type ShopMode = 'demo' | 'live';

/**
 * Social proof of the shop: sample content in a demo, only data from the database in a live shop.
 */
export function landingProof(shopMode: ShopMode, liveRating: Rating | null): Proof {
  if (shopMode === 'demo') return demoHome;
  return { rating: liveRating, testimonials: null, videos: null, closingTitle: null };
}

/**
 * Press, experts, certificates and user tests of the shop. A live shop shows those that its ledger
 * proves. A demo without its own shows samples. Null if there is nothing to show.
 */
export function shownEndorsements(
  shopMode: ShopMode,
  { endorsements, claims }: Pick<Documents, 'endorsements' | 'claims'>,
): ShownEndorsements | null {
  const { title, ...own } = endorsements;
  const shown = shopMode === 'live' ? provenEndorsements(own, claims) : own;
  if (!areEmpty(shown)) return { title, ...shown, isSample: false };
  return shopMode === 'demo' ? { title, ...demoEndorsements, isSample: true } : null;
}
