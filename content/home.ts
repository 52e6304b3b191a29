import { clips, stills } from './media.ts';
import { promises, site } from './site.ts';

const days = site.guaranteeDays;

/**
 * Clips of the wand in use, below the hero of the landing page. A demo shop shows them as customer
 * videos with names and platforms; a live shop does not.
 */
export const showcase = {
  title: 'See it in motion',
  galleryTitle: 'Every side of it',
  note: 'Computer-generated illustrations of the wand in use.',
  label: 'Product videos',
  toCheckout: 'Get yours',
  fallback: 'This video cannot be shown right now',
  items: [
    { id: 'calm', clip: clips.calm, caption: 'A minute that is only yours' },
    { id: 'stroke', clip: clips.stroke, caption: 'Slowly along the cheek' },
    { id: 'offon', clip: clips.offon, caption: 'Off, on, and on in the evening' },
    { id: 'dusk', clip: clips.dusk, caption: 'Evening, lights low' },
    { id: 'drops', clip: clips.drops, caption: 'Serum first' },
    { id: 'minute', clip: clips.minute, caption: 'One button, one minute' },
  ],
};

export const platforms = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube', other: 'Video' };

export const look = { title: 'Look closer' };

export const beforeAfter = {
  title: 'Before the light, and after it comes on',
  text: 'Watch what one press of the button changes.',
  note: 'Illustration, not a treatment result.',
  fallback: 'Amazing results await',
  clip: clips.offon,
};

export const transformation = {
  title: 'One press, and the room turns rose',
  text: 'Off, the wand is a quiet white object beside your mirror. On, its oval head gathers red light and soft vibration in one place, for one minute a day.',
  points: [
    'Light off: serum on clean, dry skin',
    'Light on: slow strokes upward',
    'Evening: the same minute, by dimmed light',
  ],
  note: 'Illustration, not a treatment result.',
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
    { title: 'Lights up your routine', text: 'Red light, 630-830 nm, from an oval of small, even lights.' },
    { title: 'Hums over your serum', text: '6,000 soft vibrations a minute while you glide.' },
    { title: 'Reaches every curve', text: 'A 270° head for cheek, jaw, brow and neck.' },
  ],
};

export const worth = {
  title: 'Why it is worth it',
  items: [
    { title: 'Four in one', text: 'Light, vibration, an angled head and no cable, in a single wand.' },
    { title: 'Paid once', text: 'No subscription, nothing to refill: it charges by USB.' },
    { title: 'Actually used', text: 'A minute is short enough for every single day.' },
  ],
};

export const steps = {
  title: 'Three steps, one minute',
  text: 'Morning or evening, in front of the mirror or on the sofa.',
  note: 'Illustration. Computer-generated images, not a treatment result.',
  items: [
    {
      title: 'Apply serum',
      text: 'A thin layer on clean, dry skin lets the head glide.',
      picture: stills.serum,
    },
    {
      title: 'Glide wand upward',
      text: 'Slow strokes from the chin to the forehead. The angled head follows your face.',
      picture: stills.glide,
    },
    {
      title: 'Glow in minutes',
      text: 'Put the wand down, pat in what is left of the serum, done.',
      picture: stills.profile,
    },
  ],
};

export const fourInOne = {
  title: 'Four things in one slim wand',
  picture: stills.profile,
  note: 'Computer-generated illustration.',
  items: [
    { title: 'Red light', text: '630-680 nm from an oval of small, even lights.' },
    { title: 'Vibration', text: '6,000 a minute, soft enough to hum along.' },
    { title: 'Angled head', text: 'An oval at 27° that follows cheek, jaw and brow.' },
    { title: 'Cordless', text: '60 minutes of use from a 2 hour charge.' },
  ],
};

export const included = {
  title: "What's included",
  items: ['4-in-1 red light wand', 'USB cable', 'Quick start guide', `${site.returnWindowDays}-day guarantee`],
  picture: { ...stills.flatlay, alt: 'The wand with its box, USB cable and quick start guide, seen from above' },
};

export const science = {
  title: 'The science, in plain words',
  text: 'Red light between 630 and 680 nanometres is light you can see: the warm end of the rainbow. We say what the wand measures and keep our promises small.',
  link: 'Read the science',
  picture: {
    ...stills.size,
    alt: 'The wand from the front and the side with its measures: 15 cm long, 1.8 cm wide, head at 27 degrees',
  },
  items: [
    { figure: '630-680 nm', text: 'red light' },
    { figure: '6,000', text: 'vibrations a minute' },
    { figure: '60 min', text: 'of use per charge' },
    { figure: '2 h', text: 'to a full charge by USB' },
    { figure: '15 cm', text: 'long, 1.8 cm wide' },
    { figure: '1.5 W', text: 'is all it draws' },
  ],
};

export const guarantee = {
  kicker: `${days}-day risk-free`,
  title: `${days} days to decide`,
  text: `Use it at home. If it is not for you, send it back within ${days} days of delivery.`,
  items: [
    'A full refund, no restocking fee',
    'Free return shipping with a prepaid label',
    `Refunded within ${promises.refundProcessingDays} business days of receipt`,
  ],
  picture: stills.upright,
};

export const bullets = { title: 'Everything in your hand' };

export const testimonials = { of: 'out of 5, from', reviews: 'reviews', verified: 'Verified', ago: 'ago' };

export const questions = { title: 'Good to know', text: 'Eight questions that we would ask, too.' };

export const trustBadges = [
  { icon: 'truck', title: 'Free shipping on orders $100+', text: 'Delivery dates shown before you pay' },
  { icon: 'return', title: `${days}-day money-back guarantee`, text: 'Use it at home, then decide' },
  { icon: 'box', title: 'Free returns', text: 'With a prepaid label' },
  { icon: 'lock', title: 'Secure checkout', text: 'Encrypted, by card' },
] as const;

export const closing = {
  title: 'Your minute starts here',
  text: 'One button, sixty seconds, every day.',
  picture: stills.calm,
  note: 'Computer-generated illustration.',
  link: 'See every detail',
};
