/**
 * Evidence for a claim: a public source, a fact that the shop itself proves, or a statement of the
 * manufacturer.
 */
type ClaimProof =
  | { kind: 'page'; to: string; label: string }
  | { kind: 'publication'; to: string; label: string }
  | { kind: 'shop'; text: string }
  | { kind: 'maker'; text: string };

export type Claim = {
  id: string;
  says: string;
  /** Figures on public pages that the claim covers, in the units used by the ledger's test. */
  figures?: readonly string[];
  /** Phrases on public pages about proof, authority or healing that rest on the claim. */
  phrases?: readonly string[];
  proof: ClaimProof;
};

const makers: ClaimProof = {
  kind: 'maker',
  text: 'The maker’s specification of the device. We haven’t measured it in a laboratory.',
};

/** Every public claim of the shop with its evidence. Launch requirements are in `launch.ts`. */
export const claims: readonly Claim[] = [
  {
    id: 'light',
    says: 'The wand’s light is red, 630–680 nm.',
    figures: ['630-680 nm'],
    proof: makers,
  },
  {
    id: 'visible-light',
    says: 'Visible light runs from about 400 to 700 nm.',
    figures: ['400 nm', '700 nm'],
    proof: {
      kind: 'publication',
      to: 'https://science.nasa.gov/ems/09_visiblelight/',
      label: 'NASA, Tour of the Electromagnetic Spectrum: Visible Light',
    },
  },
  { id: 'vibration', says: 'It vibrates 6,000 times a minute.', figures: ['6,000'], proof: makers },
  { id: 'head', says: 'Its head is an oval, angled at 27°.', figures: ['27°'], proof: makers },
  {
    id: 'battery',
    says: 'A 2-hour charge by USB (5 V, 1 A) lasts 60 minutes: two months at a minute a day.',
    figures: ['2 h', '60 min', '350 mAh', '5 V', '1.5 W', '30 min', '90 min'],
    proof: makers,
  },
  {
    id: 'size',
    says: 'It measures 15 × 1.5 × 1.8 cm.',
    figures: ['15 × 1.5 × 1.8 cm', '15 cm', '1.8 cm'],
    proof: makers,
  },
  {
    id: 'minute',
    says: 'Use it one minute a day.',
    figures: ['1 min'],
    proof: { kind: 'maker', text: 'The maker’s recommendation. It isn’t the finding of a study.' },
  },
  {
    id: 'look',
    says: 'It’s for a brighter, more rested look, and for radiant skin.',
    phrases: ['brighter, more rested look', 'Radiant skin in 1 minute a day', 'radiant skin'],
    proof: {
      kind: 'shop',
      text: 'Says what people use it for, not what it does: this wand has not been studied. You have {guaranteeDays} days to decide.',
    },
  },
  {
    id: 'comparison',
    says: 'How a wand, a mask and a salon visit differ in time, cost and use.',
    figures: ['10-20 min'],
    proof: {
      kind: 'shop',
      text: 'What makers of home masks and salons in the US usually state, and this shop’s price. We have tested no other product.',
    },
  },
  {
    id: 'research-skin',
    says: 'Red light on skin has been studied in people, with other devices and doses than ours.',
    figures: ['611-650 nm', '570-850 nm'],
    phrases: ['No clinical study has been made with this wand'],
    proof: {
      kind: 'publication',
      to: 'https://doi.org/10.1089/pho.2013.3616',
      label: 'Wunsch and Matuschka, 2014',
    },
  },
  {
    id: 'research-review',
    says: 'Low levels of red light and what they do in skin have been reviewed.',
    phrases: [
      'Clinical evidence',
      'Low-level laser (light) therapy (LLLT) in skin: stimulating, healing, restoring',
      'laboratory and clinical work',
      'skin care and dermatology',
    ],
    proof: {
      kind: 'publication',
      to: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC4126803/',
      label: 'Avci and others, 2013',
    },
  },
  {
    id: 'cosmetic',
    says: 'It’s for cosmetic use only: not a medical device, and no treatment of anything.',
    phrases: ['not intended to diagnose, treat, cure or prevent any disease', 'please ask a dermatologist'],
    proof: { kind: 'maker', text: 'The use its maker sells it for.' },
  },
  {
    id: 'quiz',
    says: 'The quiz takes about 2 minutes.',
    figures: ['2 min'],
    proof: { kind: 'shop', text: 'Our own estimate for a few questions, each answered with one tap.' },
  },
  {
    id: 'guarantee',
    says: 'You can send it back within {guaranteeDays} days and get your money back.',
    figures: ['{guaranteeDays} days'],
    proof: { kind: 'page', to: '/return-policy', label: 'Return policy' },
  },
  {
    id: 'replacement',
    says: 'A wand that stops working within {replacementDays} days is replaced.',
    figures: ['{replacementDays} days'],
    proof: { kind: 'page', to: '/return-policy', label: 'Return policy' },
  },
  {
    id: 'refund',
    says: 'A refund is processed within {refundDays} business days of receipt and seen within {refundVisibleDays}.',
    figures: ['{refundDays} business days', '{refundVisibleDays} business days'],
    proof: {
      kind: 'shop',
      text: 'What we commit to, and the time banks take. It’s a promise, not a measurement.',
    },
  },
  {
    id: 'reply',
    says: 'We answer within 24 hours.',
    figures: ['24 h'],
    proof: {
      kind: 'shop',
      text: 'What we commit to on support days, {supportHours}. It’s a promise, not a measurement.',
    },
  },
  {
    id: 'shipping',
    says: 'Standard shipping is free on orders {freeShippingFrom}+. {ifFreeShipping}Now it’s free on every order.',
    proof: { kind: 'shop', text: 'The prices and the rule that the checkout uses.' },
  },
  {
    id: 'rating',
    says: 'How many stars customers give.',
    proof: {
      kind: 'shop',
      text: 'Counted from this shop’s reviews. In the demo store they’re samples and marked as such.',
    },
  },
  {
    id: 'stock',
    says: 'How many are left.',
    proof: { kind: 'shop', text: 'Counted from this shop’s stock, less what’s in checkouts right now.' },
  },
  {
    id: 'price',
    says: 'What it cost before.',
    proof: { kind: 'shop', text: 'The product’s list price in this shop.' },
  },
  {
    id: 'keeping',
    says: 'We delete guest carts and the text of our emails after 90 days.',
    figures: ['90 days'],
    proof: { kind: 'page', to: '/privacy-policy', label: 'Privacy policy' },
  },
  {
    id: 'payment',
    says: 'Payment is encrypted, and we never see your card number.',
    proof: { kind: 'page', to: '/privacy-policy', label: 'Privacy policy' },
  },
  {
    id: 'reach',
    says: 'It reaches 270° around cheeks, jaw, brow and neck.',
    figures: ['270°'],
    proof: { kind: 'shop', text: 'The reach of one hand’s movement while you hold the wand.' },
  },
];
