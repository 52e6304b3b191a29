import { site } from './site.ts';

/** Copy of the hero on the landing page. `home.ts` has the rest, which loads later. */
export const hero = {
  title: 'Radiant skin in 1 minute a day',
  text: 'Red light, massage and an angled head in one slim wand, for a brighter, more rested look.',
  /** First picture of the page; the wide version is shown beside the text. */
  picture: {
    narrow: { src: '/media/heronear', widths: [480, 800, 1200, 1600] },
    wide: { src: '/media/herowide', widths: [1080, 1440, 1920, 2560, 3840] },
    alt: 'The white wand leaning on a cream pedestal, its oval head lit red, in front of a coral disc',
  },
  rated: 'Rated',
  /** Shown instead of a rating while the shop has none. */
  unrated: `New here: try it for ${site.guaranteeDays} days`,
  quiz: 'Take the 2-minute skin quiz',
  promises: [
    { icon: 'truck', text: 'Free shipping' },
    { icon: 'check', text: 'Works with your own serum' },
  ] as const,
};
