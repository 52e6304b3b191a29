/** What the shop's pages promise in public, and what has to prove it before the shop goes live. */
export type LaunchClaim = {
  id: string;
  claim: string;
  /** Where it is read. */
  where: string;
  /** Worked out by the shop itself; without it a document proves the claim. */
  check?: 'free_shipping' | 'returns' | 'sale' | 'promotion' | 'reviews' | 'banner' | 'https';
  /** What is missing until it is proven. */
  needs: string;
};

export const launchClaims: readonly LaunchClaim[] = [
  {
    id: 'free_shipping',
    claim: 'Free shipping',
    where: 'Banner',
    check: 'free_shipping',
    needs: 'An active shipping option at $0',
  },
  { id: 'stone', claim: 'It is jade', where: 'Product page', needs: 'A word of the mason' },
];

/** Texts that a lawyer has to have seen. */
export const legalTexts = [{ id: 'privacy', title: 'Privacy', to: '/privacy-policy' }];
