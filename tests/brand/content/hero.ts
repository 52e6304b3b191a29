import { stills } from './media.ts';

export const hero = {
  title: 'Cool, smooth, quiet',
  text: 'One jade stone for your face.',
  picture: {
    narrow: { src: stills.stone.src, widths: [480, 800] },
    wide: { src: '/media/herowide', widths: [1080, 1440] },
    alt: 'The stone',
  },
  rated: 'Rated',
  unrated: 'New here',
  quiz: 'Take the quiz',
  promises: [{ icon: 'truck', text: 'Free shipping' }] as const,
};
