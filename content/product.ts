import { clips, stills } from './media.ts';

/** Product page of an empty shop, besides the product's own name, price and features. */
export const productTexts = {
  /** Shares nothing with the clips of the landing page. */
  gallery: {
    pictures: [
      stills.hero,
      stills.hand,
      stills.head,
      stills.upright,
      stills.flatlay,
      stills.size,
      stills.headDusk,
      stills.cutout,
    ],
    clip: clips.turntable,
    clipAfter: 4,
  },
  trust: [
    { icon: 'return', text: '{guaranteeDays}-day money-back guarantee, free returns' },
    { icon: 'lock', text: 'Secure checkout, encrypted with SSL' },
  ],
  features: { title: 'Key features' },
  stats: {
    title: 'The wand in figures',
    items: [
      { figure: '1 min', text: 'a day' },
      { figure: '630–680 nm', text: 'red light' },
      { figure: '6,000', text: 'vibrations a minute' },
      { figure: '60 min', text: 'of use per charge' },
    ],
  },
  specifications: {
    title: 'Specifications',
    picture: {
      ...stills.size,
      alt: 'Front and side of the wand with its measures: 15 cm long, 1.8 cm wide, the head at 27 degrees',
    },
  },
  inTheBox: {
    title: "What's in the box",
    items: ['4-in-1 red light wand', 'USB cable', 'Quick start guide', '{replacementDays}-day guarantee'],
    note: 'A wand that stops working within {replacementDays} days is replaced',
    picture: stills.flatlay,
  },
  guarantee: {
    title: '{guaranteeDays} days to decide',
    text: 'Use it at home. Not for you? Send it back within {guaranteeDays} days of delivery.',
    items: [
      'Full refund, no restocking fee',
      'Free return with a prepaid label',
      'Refunded within {refundDays} business days of receipt',
    ],
  },
  films: {
    title: 'See it closer',
    items: [
      { title: 'Light off, light on', clip: clips.offon },
      { title: 'A slow glide along the cheek', clip: clips.stroke },
      { title: 'One minute, every day', clip: clips.minute },
    ],
    note: 'Illustrations, not a treatment result.',
  },
};
