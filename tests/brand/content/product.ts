import { clips, stills } from './media.ts';

export const features = { title: 'Features' };

export const specifications = { title: 'Measures', picture: stills.stone };

export const inTheBox = { title: 'The box', items: ['The stone', 'A cloth'], picture: stills.stone };

export const stats = { title: 'In figures', items: [{ figure: '90 g', text: 'of jade' }] };

export const films = {
  title: 'Clips',
  items: [{ title: 'Around', clip: clips.turn }],
  note: 'Renders.',
};

export const critical = { title: 'A critical review', helpful: 'agree' };

export const trust = {
  delivery: { label: 'Arrives', free: 'free' },
  items: [{ icon: 'return', text: '14 days to send it back' }],
} as const;

export const guarantee = {
  title: '14 days',
  text: 'Send it back within 14 days.',
  items: ['A full refund'],
};
