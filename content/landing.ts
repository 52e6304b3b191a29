import { clips, stills } from './media.ts';

const heroAlt = 'The oval head of the white wand, ringed in rose gold, glowing red in front of a dark wine ground';

/**
 * Landing page of an empty shop. `{guaranteeDays}` and other facts are filled in when it is read.
 */
export const landing = {
  sections: [
    'videos',
    'look',
    'fourInOne',
    'steps',
    'benefits',
    'beforeAfter',
    'transformation',
    'testimonials',
    'comparison',
    'science',
    'included',
    'glance',
    'questions',
    'closing',
  ].map((id) => ({ id, hidden: false })),
  hero: {
    title: 'Radiant skin in 1 minute a day',
    comparedTitle: 'Your minute of red light, every day',
    text: 'Red light, massage and an angled head in one slim wand, for a brighter, more rested look.',
    narrow: {
      src: '/media/dusknear',
      width: 1600,
      height: 1000,
      widths: [480, 800, 1200, 1600],
      alt: heroAlt,
    },
    wide: {
      src: '/media/duskwide',
      width: 3840,
      height: 1680,
      widths: [1080, 1440, 1920, 2560, 3840],
      tone: 'dark',
      alt: heroAlt,
    },
    rated: 'Rated',
    countedOne: 'review',
    counted: 'reviews',
    unrated: 'New here: try it for {guaranteeDays} days',
    quiz: 'Take the 2-minute skin quiz',
    promises: [
      { icon: 'truck', text: '{ifFreeShipping}Free shipping' },
      { icon: 'check', text: 'Works with your own serum' },
    ],
  },
  trust: [
    {
      icon: 'truck',
      title: 'Free shipping on orders {freeShippingFrom}+',
      note: '{ifFreeShipping}Now on every order',
    },
    { icon: 'return', title: '{guaranteeDays}-day money-back guarantee', note: '' },
    { icon: 'box', title: 'Free returns', note: '' },
    { icon: 'lock', title: 'Secure checkout', note: '' },
  ],
  videos: {
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
  },
  look: { title: 'Look closer' },
  benefits: {
    title: 'What it does',
    items: [
      { title: 'Red light', text: 'LEDs at 630–680 nm, spread evenly across the head.' },
      { title: 'Gentle massage', text: '6,000 micro-vibrations a minute while you work your serum in.' },
      { title: 'Follows every curve', text: 'Reaches 270° around cheeks, jaw, brow and neck.' },
    ],
  },
  fourInOne: {
    title: 'Four tools in one slim wand',
    items: [
      { title: 'Red light', text: '630–680 nm from an oval of small, even LEDs.', picture: stills.tileLight },
      { title: 'Massage', text: '6,000 a minute. You’ll feel it more than hear it.', picture: stills.tileMassage },
      { title: 'Angled head', text: '27°, so your wrist stays straight.', picture: stills.tileAngle },
      { title: 'Cordless', text: '60 minutes from a 2-hour charge.', picture: stills.tileCordless },
    ],
  },
  steps: {
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
  },
  beforeAfter: {
    title: 'See it switch on',
    text: 'One button. That’s the whole setup.',
    note: 'Illustration. Not a treatment result.',
    fallback: 'Amazing results await',
    clip: clips.offon,
  },
  transformation: {
    title: 'Press once. Take your minute.',
    text: 'It sits by your mirror until you need it. Press the button, glide upward, done before your coffee’s ready.',
    note: 'Illustration. Not a treatment result.',
    fallback: 'Amazing results await',
    clip: clips.offon,
  },
  testimonials: { of: 'out of 5, from', reviews: 'reviews', verified: 'Verified', ago: 'ago' },
  comparison: {
    title: 'Why it is worth it',
    /** Title on wide screens. */
    wideTitle: 'How it compares',
    columns: ['This wand', 'LED mask', 'Salon facial'],
    items: [
      { title: 'Time for each use', cells: ['1 minute', '10–20 minutes', '60 minutes and more'] },
      { title: 'Cost after a year', cells: ['{price} once. No refills', '$200–400 once', '12 visits'] },
      { title: 'Works with your serum', cells: ['Yes, any you own', 'No, worn on bare skin', 'They use theirs'] },
      { title: 'Cable', cells: ['None while you use it', 'A cable or a battery pack', 'None'] },
      { title: 'What you get', cells: ['Light, massage, angled head', 'Light', 'Depends on the menu'] },
    ],
  },
  science: {
    title: 'The science, in plain words',
    text: 'It’s visible red light, 630–680 nm. Studies on red light and skin are promising; none used this wand, so we let you try it for {guaranteeDays} days instead.',
    action: 'Try it for {guaranteeDays} days',
    link: 'Read the science',
    picture: stills.skinDusk,
    items: [
      { figure: '630–680 nm', text: 'red light' },
      { figure: '6,000', text: 'vibrations a minute' },
      { figure: '15 cm', text: 'long, 1.8 cm wide' },
      { figure: '1.5 W', text: 'is all it draws' },
    ],
  },
  included: {
    title: "What's included",
    items: ['4-in-1 red light wand', 'USB cable', 'Quick start guide', '{replacementDays}-day guarantee'],
    note: 'A wand that stops working within {replacementDays} days is replaced',
    picture: { ...stills.flatlay, alt: 'The wand with its box, USB cable and quick start guide, seen from above' },
  },
  guarantee: {
    kicker: '{guaranteeDays}-day risk-free',
    title: '{guaranteeDays} days to decide',
    text: 'Use it at home. Not for you? Send it back within {guaranteeDays} days of delivery.',
    items: [
      'Full refund, no restocking fee',
      'Free return with a prepaid label',
      'Refunded within {refundDays} business days of receipt',
    ],
  },
  glance: { title: 'At a glance' },
  questions: {
    title: 'Questions, answered',
    text: 'Anything else?',
    link: 'Ask us',
    items: [
      {
        question: 'When will I see a difference?',
        answer: 'Skin is personal, so we won’t name a date. You have {guaranteeDays} days to decide.',
      },
      {
        question: 'How do I use it?',
        answer:
          'Spread a thin layer of serum on clean, dry skin, press the button and glide the head upward in slow strokes for one minute. Once a day is enough.',
      },
      {
        question: 'Which serum can I use with it?',
        answer: 'Any serum you already use. There’s nothing extra to buy.',
      },
      {
        question: 'What does it feel like?',
        answer: 'A gentle hum: 6,000 micro-vibrations a minute, with red light from the oval head.',
      },
      {
        question: 'Is it a medical device?',
        answer:
          'No. It is for cosmetic use only and is not intended to diagnose, treat, cure or prevent any disease. If your skin is injured or you’re being treated for a skin condition, ask your doctor first.',
      },
      {
        question: 'How long does a charge last?',
        answer:
          'About 60 minutes, which is two months at a minute a day. The 350 mAh battery charges in 2 hours from any USB 5V/1A port.',
      },
      {
        question: 'What does shipping cost, and how long does it take?',
        answer:
          '{ifFreeShipping}Standard shipping is free. {ifPaidShipping}Standard shipping is free on orders {freeShippingFrom}+. You’ll see the price and delivery dates for every option before you pay, and your confirmation email has a link to track the package.',
      },
      {
        question: 'What if it’s not for me?',
        answer:
          'Send it back within {guaranteeDays} days of delivery with our prepaid label for a full refund, with no restocking fee. We refund within {refundDays} business days of receipt; your bank shows it within {refundVisibleDays} business days. A wand that stops working within {replacementDays} days of delivery is replaced: write to us with your order number.',
      },
    ],
  },
  closing: {
    title: 'Try it for {guaranteeDays} days',
    text: 'Use it at home. Don’t love it? Send it back free.',
    picture: stills.hand,
    link: 'See every detail',
  },
};
