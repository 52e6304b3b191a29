import { clips, stills } from './media.ts';
import { promises, site } from './site.ts';

const days = site.guaranteeDays;

/**
 * Clips of the wand in use, below the hero of the landing page. A demo shop shows them as customer
 * videos with names and platforms; a live shop does not.
 */
export const showcase = {
  title: 'See it in motion',
  galleryTitle: 'All six videos',
  all: 'See all six videos',
  note: 'Computer-generated illustrations.',
  label: 'Product videos',
  toCheckout: 'Get yours',
  fallback: 'This video cannot be shown right now',
  items: [
    { id: 'minute', clip: clips.minute, caption: 'One button. That’s it.' },
    { id: 'offon', clip: clips.offon, caption: 'Lights low, light on' },
    { id: 'drops', clip: clips.drops, caption: 'Serum first' },
    { id: 'stroke', clip: clips.stroke, caption: 'Slow strokes along the cheek' },
    { id: 'dusk', clip: clips.dusk, caption: 'My night routine' },
    { id: 'calm', clip: clips.calm, caption: 'My quiet minute' },
  ],
};

export const platforms = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube', other: 'Video' };

export const look = { title: 'Look closer' };

export const beforeAfter = {
  title: 'See it switch on',
  text: 'One button. That’s the whole setup.',
  note: 'Illustration. Not a treatment result.',
  fallback: 'Amazing results await',
  clip: clips.offon,
};

export const transformation = {
  title: 'Press once. Take your minute.',
  text: 'It sits by your mirror until you need it. Press the button, glide upward, done before your coffee’s ready.',
  note: 'Illustration. Not a treatment result.',
  fallback: 'Amazing results await',
  clip: clips.offon,
};

/**
 * Benefits on the landing page. They include the marketing lines with their own figures for light
 * range and head angle.
 */
export const benefits = {
  title: 'What it does',
  items: [
    { title: 'Red light', text: 'LEDs at 630–830 nm, spread evenly across the head.' },
    { title: 'Gentle massage', text: '6,000 micro-vibrations a minute while you work your serum in.' },
    { title: 'Follows every curve', text: 'A 270° head for cheeks, jaw, brow and neck.' },
  ],
};

/** Comparison in words: nothing in it is measured, so nothing in it is a figure. */
export const worth = {
  title: 'Why it is worth it',
  /** Title on wide screens. */
  wideTitle: 'How it compares',
  columns: ['This wand', 'LED mask', 'Salon facial'],
  items: [
    { title: 'Four in one', cells: ['Light, massage, angled head, cordless', 'Light', 'Depends on the menu'] },
    { title: 'Buy it once', cells: ['No subscription, no refills', 'Bought once, too', 'Paid per visit'] },
    {
      title: 'You’ll actually use it',
      cells: ['Quicker than brushing your teeth', 'Covers your face while it’s on', 'Book, travel, wait'],
    },
  ],
};

export const steps = {
  title: 'Three easy steps',
  text: 'Morning or night, mirror or couch.',
  items: [
    {
      title: 'Apply serum',
      text: 'A thin layer on clean, dry skin, so the head glides.',
      picture: stills.serum,
    },
    {
      title: 'Glide wand upward',
      text: 'Slow strokes from chin to forehead. The angled head does the turning.',
      picture: stills.cheek,
    },
    {
      title: 'Glow in minutes',
      text: 'Keep gliding until the minute is up. Pat in the rest.',
      picture: stills.profile,
    },
  ],
};

export const fourInOne = {
  title: 'Four tools in one slim wand',
  items: [
    { title: 'Red light', text: '630–680 nm from an oval of small, even LEDs.', picture: stills.tileLight },
    { title: 'Massage', text: '6,000 a minute. You’ll feel it more than hear it.', picture: stills.tileMassage },
    { title: 'Angled head', text: '27°, so your wrist stays straight.', picture: stills.tileAngle },
    { title: 'Cordless', text: '60 minutes from a 2-hour charge.', picture: stills.tileCordless },
  ],
};

export const included = {
  title: "What's included",
  items: ['4-in-1 red light wand', 'USB cable', 'Quick start guide', `${site.returnWindowDays}-day guarantee`],
  picture: { ...stills.flatlay, alt: 'The wand with its box, USB cable and quick start guide, seen from above' },
};

export const science = {
  title: 'The science, in plain words',
  text: `It’s visible red light, 630–680 nm. Studies on red light and skin are promising; none used this wand, so we let you try it for ${days} days instead.`,
  link: 'Read the science',
  picture: stills.skinDusk,
  items: [
    { figure: '630–680 nm', text: 'red light' },
    { figure: '6,000', text: 'vibrations a minute' },
    { figure: '15 cm', text: 'long, 1.8 cm wide' },
    { figure: '1.5 W', text: 'is all it draws' },
  ],
};

export const guarantee = {
  kicker: `${days}-day risk-free`,
  title: `${days} days to decide`,
  text: `Use it at home. Not for you? Send it back within ${days} days of delivery.`,
  items: [
    'Full refund, no restocking fee',
    'Free return with a prepaid label',
    `Refunded within ${promises.refundProcessingDays} business days of receipt`,
  ],
};

export const bullets = { title: 'At a glance' };

export const testimonials = { of: 'out of 5, from', reviews: 'reviews', verified: 'Verified', ago: 'ago' };

export const questions = { title: 'Questions, answered', text: 'Anything else?', link: 'Ask us' };

export const trustBadges = [
  { icon: 'truck', title: 'Free shipping on orders $100+' },
  { icon: 'return', title: `${days}-day money-back guarantee` },
  { icon: 'box', title: 'Free returns' },
  { icon: 'lock', title: 'Secure checkout' },
] as const;

export const closing = {
  title: `Try it for ${days} days`,
  text: 'Use it at home. Don’t love it? Send it back free.',
  picture: stills.hand,
  link: 'See every detail',
};
