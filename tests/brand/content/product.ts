import { clips, stills } from './media.ts';

export const productTexts = {
  gallery: { pictures: [stills.stone], clip: clips.turn, clipAfter: 1 },
  trust: [{ icon: 'return', text: '{guaranteeDays} days to send it back' }],
  features: { title: 'Features' },
  stats: { title: 'In figures', items: [{ figure: '90 g', text: 'of jade' }] },
  specifications: { title: 'Measures', picture: stills.stone },
  inTheBox: { title: 'The box', items: ['The stone', 'A cloth'], picture: stills.stone },
  guarantee: {
    title: '{guaranteeDays} days',
    text: 'Send it back within {guaranteeDays} days.',
    items: ['A full refund'],
  },
  films: { title: 'Clips', items: [{ title: 'Around', clip: clips.turn }], note: 'Renders.' },
};
