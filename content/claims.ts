import { promises, site } from './site.ts';

/**
 * Evidence for a claim: a public source, a fact that the shop itself proves, or a statement of the
 * manufacturer.
 */
export type ClaimProof =
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
  text: 'Specification of the device, as its maker states it. We have not measured it in a laboratory.',
};

export const claimLedger = {
  title: 'What we say, and what it rests on',
  lead: 'What we say about the wand and about the shop, with its source. Every figure on our pages is accounted for here.',
  parts: { claim: 'We say', proof: 'It rests on' },
};

/** Every public claim of the shop with its evidence. Launch requirements are in `launch.ts`. */
export const claims: readonly Claim[] = [
  {
    id: 'light',
    says: 'The light of the wand is red, 630-680 nm.',
    figures: ['630-680 nm', '680 nm'],
    proof: makers,
  },
  {
    id: 'marketing-light',
    says: 'One of our lines speaks of 630-830 nm.',
    figures: ['630-830 nm'],
    proof: { kind: 'shop', text: 'A broader line of advertising. The light of this wand ends at 680 nm.' },
  },
  {
    id: 'visible-light',
    says: 'Visible light runs from about 400 to 700 nm.',
    figures: ['400 nm', '700 nm'],
    proof: { kind: 'shop', text: 'Common knowledge of physics, which any textbook of optics tells.' },
  },
  { id: 'vibration', says: 'It vibrates 6,000 times a minute.', figures: ['6,000'], proof: makers },
  { id: 'head', says: 'Its head is an oval, angled at 27°.', figures: ['27°'], proof: makers },
  {
    id: 'marketing-head',
    says: 'One of our lines speaks of a 270° head.',
    figures: ['270°'],
    proof: { kind: 'shop', text: 'A line of advertising about the places that it reaches. The head is angled at 27°.' },
  },
  {
    id: 'battery',
    says: 'One charge of 2 hours at a USB port of 5 V and 1 A lasts for 60 minutes of use, two months of single minutes.',
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
    says: 'One minute a day is how it is meant to be used.',
    figures: ['1 min'],
    proof: { kind: 'maker', text: 'The routine that its maker recommends. It is not the finding of a study.' },
  },
  {
    id: 'look',
    says: 'It is for a brighter, more rested look, and for radiant skin.',
    phrases: ['brighter, more rested look', 'Radiant skin in 1 minute a day', 'radiant skin'],
    proof: {
      kind: 'shop',
      text: `Says what people use it for, not what it does: this wand has not been studied. You have ${site.guaranteeDays} days to decide.`,
    },
  },
  {
    id: 'comparison',
    says: 'How a wand, a mask and a salon visit differ in use.',
    proof: { kind: 'shop', text: 'Describes how each kind is used. We have tested no other product.' },
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
    says: 'It is for cosmetic use only: not a medical device, and no treatment of anything.',
    phrases: ['not intended to diagnose, treat, cure or prevent any disease', 'please ask a dermatologist'],
    proof: { kind: 'maker', text: 'The use for which its maker sells it.' },
  },
  {
    id: 'quiz',
    says: 'The quiz takes about 2 minutes.',
    figures: ['2 min'],
    proof: { kind: 'shop', text: 'Our own estimate for its few questions, each answered with one press.' },
  },
  {
    id: 'guarantee',
    says: `You can send it back within ${site.guaranteeDays} days and get your money.`,
    figures: [`${site.guaranteeDays} days`],
    proof: { kind: 'page', to: '/return-policy', label: 'Return policy' },
  },
  {
    id: 'return-window',
    says: `The list of what is in the box names a ${site.returnWindowDays}-day guarantee.`,
    figures: [`${site.returnWindowDays} days`],
    proof: {
      kind: 'shop',
      text: `Our longest promise counts: the shop takes returns for ${site.returnWindowDays} days after delivery.`,
    },
  },
  {
    id: 'refund',
    says: `A refund is processed within ${promises.refundProcessingDays} business days of receipt and seen within ${promises.refundVisibleDays}.`,
    figures: [`${promises.refundProcessingDays} business days`, `${promises.refundVisibleDays} business days`],
    proof: {
      kind: 'shop',
      text: 'What we promise ourselves to do, and the time that banks take. It is a promise, not a measurement.',
    },
  },
  {
    id: 'reply',
    says: 'We answer within 24 hours.',
    figures: ['24 h'],
    proof: {
      kind: 'shop',
      text: `What we promise ourselves to do on the days of our support, ${site.supportHours}. It is not a measurement.`,
    },
  },
  {
    id: 'shipping',
    says: 'Standard shipping is free.',
    proof: {
      kind: 'shop',
      text: 'The shipping options of the checkout: the standard one costs nothing, on orders of any sum.',
    },
  },
  {
    id: 'rating',
    says: 'How many stars customers give.',
    proof: {
      kind: 'shop',
      text: 'Counted from the reviews in this shop. In the demo store they are samples and marked as such.',
    },
  },
  {
    id: 'stock',
    says: 'How many are left.',
    proof: { kind: 'shop', text: 'Counted from the stock of this shop, less what is in checkouts right now.' },
  },
  {
    id: 'price',
    says: 'What it cost before.',
    proof: { kind: 'shop', text: 'The list price of the product in this shop.' },
  },
  {
    id: 'keeping',
    says: 'We forget the carts of guests and the texts of our emails after 90 days.',
    figures: ['90 days'],
    proof: { kind: 'page', to: '/privacy-policy', label: 'Privacy policy' },
  },
  {
    id: 'payment',
    says: 'Payment is encrypted, and we never see your card number.',
    proof: { kind: 'page', to: '/privacy-policy', label: 'Privacy policy' },
  },
];
