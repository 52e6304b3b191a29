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
    claim: '{guaranteeDays}-day money-back guarantee, and {returnDays} days on the card in the box',
    where: 'Every page',
    check: 'returns',
    needs: 'Returns have to be taken for {returnDays} days',
  },
  {
    id: 'sale',
    claim: 'A price before the sale, struck through',
    where: 'Landing page, product page, cart',
    check: 'sale',
    needs: 'A higher price that was asked in the 30 days before the sale began; until then nothing is struck through',
  },
  {
    id: 'promotion',
    claim: 'The automatic promotion, applied at checkout',
    where: 'Landing page, product page',
    check: 'promotion',
    needs: 'The promotion is switched off or the product has no sale price: the text is not shown',
  },
  {
    id: 'reviews',
    claim: 'Ratings and reviews',
    where: 'Landing page, product page, reviews',
    check: 'reviews',
    needs: 'Approved reviews of your own customers; until then a live shop shows no rating',
  },
  {
    id: 'banner',
    claim: 'Limited time offer',
    where: 'Banner',
    check: 'banner',
    needs: 'A campaign with an end; until then a live shop shows the neutral text',
  },
  {
    id: 'https',
    claim: 'Secure checkout, encrypted with SSL',
    where: 'Product page, cart, checkout',
    check: 'https',
    needs: 'PUBLIC_URL has to begin with https://',
  },
  {
    id: 'light',
    claim: 'Red light at 630-680 nm',
    where: 'Product page, science page',
    needs: 'A measurement of the emitted light by the maker or a laboratory',
  },
  {
    id: 'light_marketing',
    claim: '630-830 nm in a marketing line',
    where: 'Landing page',
    needs: 'A measurement up to 830 nm, or the line has to go: the specification says 680 nm',
  },
  {
    id: 'head',
    claim: '27° head; 270° in a marketing line',
    where: 'Product page, landing page',
    needs: 'The drawing of the device; one of the two readings is wrong',
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
    needs: 'The maker’s data sheet with a test of the battery',
  },
  {
    id: 'size',
    claim: '15 × 1.5 × 1.8 cm',
    where: 'Product page',
    needs: 'Measure one of the devices that you ship',
  },
  {
    id: 'safety',
    claim: 'For use on the face at home, cosmetic use only',
    where: 'Every page',
    needs: 'The declarations of safety and conformity for each country that you ship to',
  },
  {
    id: 'science',
    claim: 'What research says of red light',
    where: 'Science page',
    needs: 'Someone qualified has read the page against its sources',
  },
  {
    id: 'reply',
    claim: 'We reply within 24 hours',
    where: 'Contact page, footer',
    needs: 'Someone answers every day, weekends included, or the text has to change',
  },
  {
    id: 'reach',
    claim: 'Support by email under the published address',
    where: 'Contact page, footer, mails',
    needs: 'The support address receives mail and somebody reads it',
  },
];

/** Texts that need a lawyer's review. */
export const legalTexts = [
  { id: 'privacy', title: 'Privacy policy', to: '/privacy-policy' },
  { id: 'terms', title: 'Terms of service', to: '/terms-of-service' },
  { id: 'return_policy', title: 'Return policy', to: '/return-policy' },
];
