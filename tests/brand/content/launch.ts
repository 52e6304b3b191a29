/** A public promise of the shop, and the evidence required before it goes live. */
export type LaunchClaim = {
  id: string;
  claim: string;
  /** Page or text that makes the claim. */
  where: string;
  /** Check that the shop runs itself. If unset, a document proves the claim. */
  check?: 'free_shipping' | 'returns' | 'sale' | 'promotion' | 'reviews' | 'banner' | 'https';
  /** Proof that is missing until the claim is proven. */
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

/** Texts that need a lawyer's review. */
export const legalTexts = [{ id: 'privacy', title: 'Privacy', to: '/privacy-policy' }];
