import { clips, stills } from './media.ts';

export const showcase = {
  title: 'In motion',
  galleryTitle: 'All around',
  all: 'See them all',
  note: 'A render.',
  label: 'Clips',
  toCheckout: 'Get the stone',
  fallback: 'No video',
  items: [{ id: 'turn', clip: clips.turn, caption: 'Once around' }],
};

export const platforms = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube', other: 'Video' };

export const look = { title: 'Look closer' };

export const beforeAfter = {
  title: 'Dry and wet',
  text: 'Water makes it shine.',
  note: 'An illustration.',
  fallback: 'No video',
  clip: clips.turn,
};

export const transformation = beforeAfter;

export const benefits = { title: 'What it does', items: [{ title: 'Cools', text: 'It stays cool for minutes.' }] };

export const worth = {
  title: 'Why it is worth it',
  wideTitle: 'How it compares',
  columns: ['The stone', 'A roller'],
  items: [{ title: 'Lasts', cells: ['Does not wear out', 'Its axle may break'] }],
};

export const steps = {
  title: 'One step',
  text: 'Morning or evening.',
  items: [{ title: 'Stroke', text: 'From the chin upward.', picture: stills.stone }],
};

export const fourInOne = {
  title: 'One thing',
  items: [{ title: 'Jade', text: 'Nothing else.', picture: stills.stone }],
};

export const included = { title: 'In the box', items: ['The stone', 'A cloth'], picture: stills.stone };

export const science = {
  title: 'About jade',
  text: 'A hard, dense stone.',
  link: 'Read about jade',
  picture: stills.stone,
  items: [{ figure: '6.5', text: 'on the scale of hardness' }],
};

export const guarantee = {
  kicker: 'No risk',
  title: '14 days',
  text: 'Send it back within 14 days.',
  items: ['A full refund'],
};

export const bullets = { title: 'In short' };

export const testimonials = { of: 'out of 5, from', reviews: 'reviews', verified: 'Verified', ago: 'ago' };

export const questions = { title: 'Questions', text: 'Another one?', link: 'Ask' };

export const trustBadges = [{ icon: 'truck', title: 'Free shipping' }] as const;

export const closing = {
  title: 'Be calm',
  text: 'One stone, every day.',
  picture: stills.stone,
  link: 'See more',
} as const;
