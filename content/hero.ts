import { site } from './site.ts';

/** What the landing page says first; what stands below is in `home.ts`, and comes later. */
export const hero = {
  title: 'Radiant skin in 1 minute a day',
  text: 'Red light and soft vibration in one slim wand, for one quiet minute.',
  /** The first picture of the page; beside the text the wide one. */
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
