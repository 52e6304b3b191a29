import { site } from './site.ts';

/** On what a claim rests: a source that everyone can open, a fact that the shop itself proves, or what the maker states. */
export type ClaimProof =
  | { kind: 'page'; to: string; label: string }
  | { kind: 'publication'; to: string; label: string }
  | { kind: 'shop'; text: string }
  | { kind: 'maker'; text: string };

export type Claim = { id: string; says: string; proof: ClaimProof };

const makers: ClaimProof = {
  kind: 'maker',
  text: 'Specification of the device, as its maker states it. We have not measured it in a laboratory.',
};

export const claimLedger = {
  title: 'What we say, and what it rests on',
  lead: 'Every claim of this shop about the wand and about itself, with its source. What is missing here, we do not claim.',
  parts: { claim: 'We say', proof: 'It rests on' },
};

/** Each public claim of the shop and what it rests on; what a shop needs before it opens stands in `launch.ts`. */
export const claims: readonly Claim[] = [
  { id: 'light', says: 'The light of the wand is red, 630-680 nm.', proof: makers },
  { id: 'vibration', says: 'It vibrates 6,000 times a minute.', proof: makers },
  { id: 'head', says: 'Its head is angled at 27°.', proof: makers },
  { id: 'battery', says: 'One charge of 2 hours lasts for 60 minutes of use.', proof: makers },
  {
    id: 'research-skin',
    says: 'Red light on skin has been studied in people, with other devices and doses than ours.',
    proof: {
      kind: 'publication',
      to: 'https://doi.org/10.1089/pho.2013.3616',
      label: 'Wunsch and Matuschka, 2014',
    },
  },
  {
    id: 'research-review',
    says: 'Low levels of red light and what they do in skin have been reviewed.',
    proof: {
      kind: 'publication',
      to: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC4126803/',
      label: 'Avci and others, 2013',
    },
  },
  {
    id: 'guarantee',
    says: `You can send it back within ${site.guaranteeDays} days and get your money.`,
    proof: { kind: 'page', to: '/return-policy', label: 'Return policy' },
  },
  {
    id: 'shipping',
    says: 'Standard shipping is free.',
    proof: { kind: 'shop', text: 'The shipping options of the checkout: the standard one costs nothing.' },
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
    id: 'payment',
    says: 'Payment is encrypted, and we never see your card number.',
    proof: { kind: 'page', to: '/privacy-policy', label: 'Privacy policy' },
  },
];
