import { clips, stills } from './media.ts';
import { promises, site } from './site.ts';

/** Copy of the product page besides the product's own row. */
export const features = { title: 'Key features' };

export const specifications = {
  title: 'Specifications',
  picture: {
    ...stills.size,
    alt: 'Front and side of the wand with its measures: 15 cm long, 1.8 cm wide, the head at 27 degrees',
  },
};

export const inTheBox = {
  title: "What's in the box",
  items: ['4-in-1 red light wand', 'USB cable', 'Quick start guide', `${site.returnWindowDays}-day guarantee`],
  picture: stills.flatlay,
};

export const stats = {
  title: 'The wand in figures',
  items: [
    { figure: '1 min', text: 'a day' },
    { figure: '630–680 nm', text: 'red light' },
    { figure: '6,000', text: 'vibrations a minute' },
    { figure: '60 min', text: 'of use per charge' },
  ],
};

export const films = {
  title: 'See it closer',
  items: [
    { title: 'Light off, light on', clip: clips.offon },
    { title: 'A slow glide along the cheek', clip: clips.stroke },
    { title: 'One minute, every day', clip: clips.minute },
  ],
  note: 'Illustrations, not a treatment result.',
};

export const critical = { title: 'Most helpful critical review', helpful: 'found it helpful' };

/** Trust items beside the buy buttons. */
export const trust = {
  delivery: { label: 'Estimated delivery', free: 'free' },
  items: [
    { icon: 'return', text: `${site.guaranteeDays}-day money-back guarantee, free returns` },
    { icon: 'lock', text: 'Secure checkout, encrypted with SSL' },
  ],
} as const;

export const guarantee = {
  title: `${site.guaranteeDays} days to decide`,
  text: `Use it at home. Not for you? Send it back within ${site.guaranteeDays} days of delivery.`,
  items: [
    'Full refund, no restocking fee',
    'Free return with a prepaid label',
    `Refunded within ${promises.refundProcessingDays} business days of receipt`,
    `The card in the box says ${site.returnWindowDays} days, and we honor it`,
  ],
};
