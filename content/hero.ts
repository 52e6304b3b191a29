import { site } from './site.ts';

/** Copy of the hero on the landing page. `home.ts` has the rest, which loads later. */
export const hero = {
  title: 'Radiant skin in 1 minute a day',
  text: 'Red light and soft vibration in one slim wand, for one quiet minute.',
  /** First picture of the page; the wide version is shown beside the text. */
  picture: {
    narrow: { src: '/media/glidenear', widths: [480, 800, 1200, 1600] },
    wide: { src: '/media/glidewide', widths: [1080, 1440, 1920, 2560, 3840] },
    alt: 'Illustration of a person with closed eyes holding the lit red-light wand to the cheek, in front of a coral disc.',
  },
  note: 'Computer-generated illustration.',
  rated: 'Rated',
  quiz: 'Take the 2-minute skin quiz',
  promises: [
    { icon: 'truck', text: 'Free shipping' },
    { icon: 'return', text: `${site.guaranteeDays}-day money-back guarantee` },
    { icon: 'lock', text: 'Secure checkout' },
  ] as const,
};
