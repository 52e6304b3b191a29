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
    where: 'Banner, landing page, checkout',
    check: 'free_shipping',
    needs: 'An active shipping option at $0',
  },
  {
    id: 'returns',
    claim: '{guaranteeDays}-day money-back guarantee',
    where: 'Every page',
    check: 'returns',
    needs: 'The return window must be {guaranteeDays} days',
  },
  {
    id: 'sale',
    claim: 'Crossed-out price from before the sale',
    where: 'Landing page, product page, cart',
    check: 'sale',
    needs: 'A higher price in the 30 days before the sale. Until then, no price is crossed out',
  },
  {
    id: 'promotion',
    claim: 'The automatic promotion, applied at checkout',
    where: 'Landing page, product page',
    check: 'promotion',
    needs: 'The promotion is off or the product has no sale price, so the text is hidden',
  },
  {
    id: 'reviews',
    claim: 'Ratings and reviews',
    where: 'Landing page, product page, reviews',
    check: 'reviews',
    needs: 'Approved reviews from your own customers. Until then, a live shop shows no rating',
  },
  {
    id: 'banner',
    claim: 'Limited time offer',
    where: 'Banner',
    check: 'banner',
    needs: 'A campaign with an end date. Until then, a live shop shows the default text',
  },
  {
    id: 'https',
    claim: 'Secure checkout, encrypted with SSL',
    where: 'Product page, cart, checkout',
    check: 'https',
    needs: 'PUBLIC_URL must start with https://',
  },
  {
    id: 'light',
    claim: 'Red light at 630-680 nm',
    where: 'Product page, science page',
    needs: 'A light measurement from the manufacturer or a lab',
  },
  {
    id: 'head',
    claim: '27° head',
    where: 'Product page, landing page',
    needs: 'The technical drawing',
  },
  {
    id: 'vibration',
    claim: '6,000 vibrations per minute',
    where: 'Product page',
    needs: 'The motor’s data sheet or a measurement',
  },
  {
    id: 'battery',
    claim: '350 mAh, 60 minutes per charge, charged in 2 hours at USB 5V/1A, 1.5 W',
    where: 'Product page',
    needs: 'The manufacturer’s data sheet with a battery test',
  },
  {
    id: 'size',
    claim: '15 × 1.5 × 1.8 cm',
    where: 'Product page',
    needs: 'Measure a device that you ship',
  },
  {
    id: 'safety',
    claim: 'For use on the face at home, cosmetic use only',
    where: 'Every page',
    needs: 'Safety and conformity declarations for each country you ship to',
  },
  {
    id: 'science',
    claim: 'What research says about red light',
    where: 'Science page',
    needs: 'A qualified person has checked the page against its sources',
  },
  {
    id: 'reply',
    claim: 'We reply within 24 hours',
    where: 'Contact page, footer',
    needs: 'Someone answers every day, including weekends. Otherwise, change the text',
  },
  {
    id: 'reach',
    claim: 'Email support at the published address',
    where: 'Contact page, footer, emails',
    needs: 'The support address receives email, and someone reads it',
  },
];

/** Texts that need a lawyer's review. */
export const legalTexts = [
  { id: 'privacy', title: 'Privacy policy', to: '/privacy-policy' },
  { id: 'terms', title: 'Terms of service', to: '/terms-of-service' },
  { id: 'return_policy', title: 'Return policy', to: '/return-policy' },
];
