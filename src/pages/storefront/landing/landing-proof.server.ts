import { demoHome } from '#content/demo-home.ts';

import type { Proof, Rating } from './landing-proof.ts';

/**
 * Social proof of the shop: sample content in a demo, only data from the database in a live shop.
 */
export function landingProof(shopMode: 'demo' | 'live', liveRating: Rating | null): Proof {
  if (shopMode === 'demo') return demoHome;
  return { rating: liveRating, testimonials: null, videos: null, closingTitle: null };
}
