import { stills } from './media.ts';

/** Science page without a drawing of light, because a stone emits none. */
export const science = {
  intro: {
    eyebrow: 'Jade',
    title: 'What jade is',
    lead: 'A stone.',
    description: 'What jade is and what it is not.',
    picture: stills.stone,
  },
  howItWorks: {
    title: 'How it works',
    lead: 'By being cool.',
    items: [{ title: 'Cool', text: 'Dense things warm up slowly.' }],
  },
  spectrum: { range: '', title: 'Light', text: 'None.' },
  benefits: {
    title: 'Studied',
    lead: 'Little.',
    items: [{ title: 'Calm', asked: 'Does it calm?', open: 'Nobody has measured it.' }],
  },
  evidence: { title: 'Evidence', lead: 'We know of none.', sources: [] },
  limits: { title: 'Limits', paragraphs: ['It is a stone.'] },
  ledger: { title: 'What we say', lead: 'And why.', specifications: 'All figures' },
  end: { title: 'See it', text: 'And feel it.', product: 'See the stone' },
};
