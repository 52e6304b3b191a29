import type { Claim } from './claims.ts';

/** Sample figures of a demo shop, never shown by a live shop. */
export const demoImpact = [
  { figure: '2,800+', text: 'happy customers' },
  { figure: '4.9', text: 'of 5, by verified buyers' },
];

/** Sample company and people of a demo shop, never shown by a live shop. */
export const demoCompany = {
  facts: [
    { label: 'Who', value: 'Ada Moreno and a team of three' },
    { label: 'Where', value: 'Portland, Oregon' },
    { label: 'Since', value: '2024' },
  ],
  /** One per role of the team, in its order. */
  names: ['Ada Moreno', 'Lena Ortiz', 'Sam Whitaker', 'Priya Nair'],
  note: 'Sample company and people of the demo store.',
  /** The seller in the footer. */
  seller: ['Ada Moreno and a team of three', 'Portland, Oregon', 'Sample company'],
};

/** Claims about the sample figures of a demo shop, besides those of the ledger. */
export const demoClaims: readonly Claim[] = [
  {
    id: 'demo-customers',
    says: '2,800+ customers, and 4.8 stars of 2,847 reviews.',
    figures: ['2,800+', '2,847'],
    proof: {
      kind: 'shop',
      text: 'Samples of the demo store. They stand for all customers and all ratings, wherever given; the reviews page counts only the reviews written in this shop.',
    },
  },
  {
    id: 'demo-company',
    says: 'Who runs the shop, where, and since when.',
    proof: { kind: 'shop', text: 'A sample of the demo store. A live shop names its own seller.' },
  },
  {
    id: 'demo-average',
    says: '4.9 of 5 by 1,204 verified buyers.',
    figures: ['4.9', '1,204'],
    proof: { kind: 'shop', text: 'A sample of the demo store. A live shop shows what its own reviews say.' },
  },
  {
    id: 'demo-endorsements',
    says: 'Press, an expert, certificates and a user test.',
    proof: {
      kind: 'shop',
      text: 'Invented samples of the demo store. A live shop shows only those that this list proves.',
    },
  },
];
