import type { Section } from './article.ts';
import { stills } from './media.ts';

export const scienceIntro = {
  eyebrow: 'Jade',
  title: 'What jade is',
  lead: 'A stone.',
  description: 'What jade is and what it is not.',
  picture: stills.stone,
};

type Spectrum = {
  title: string;
  text: string;
  from: number;
  to: number;
  ours: { from: number; to: number; label: string };
  ends: readonly [string, string];
};

/** Null, because a stone emits no light. */
export const spectrum = null as Spectrum | null;

export const howItWorks = {
  title: 'How it works',
  lead: 'By being cool.',
  items: [{ title: 'Cool', text: 'Dense things warm up slowly.' }],
};

export const benefits = {
  stillOpen: 'Still open:',
  title: 'Studied',
  lead: 'Little.',
  items: [{ title: 'Calm', asked: 'Does it calm?', open: 'Nobody has measured it.' }],
};

export const evidence = {
  more: 'More',
  parts: { what: 'What', result: 'Result', limit: 'Limit' },
  title: 'Evidence',
  lead: 'We know of none.',
  sources: [] as { title: string; cited: string; kind: string; what: string; result: string; limit: string }[],
};

export const limits: Section = { id: 'limits', title: 'Limits', blocks: ['It is a stone.'] };

export const specificationsLink = { to: '/product#specifications', label: 'All figures' };

export const scienceEnd = { title: 'See it', text: 'And feel it.', link: { to: '/product', label: 'See the stone' } };
