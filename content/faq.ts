import { promises, site } from './site.ts';

const days = site.guaranteeDays;

/** Questions of the landing page, in the order in which shoppers ask them. */
export const faq = [
  {
    question: 'How do I use it?',
    answer:
      'Spread a thin layer of serum on clean, dry skin, press the button and glide the head upward in slow strokes for one minute. Once a day is enough.',
  },
  {
    question: 'Which serum can I use with it?',
    answer: 'One that your skin already knows. The serum lets the head glide; nothing special has to be bought.',
  },
  {
    question: 'What does it feel like?',
    answer: 'A soft hum: 6,000 vibrations a minute, and red light from the oval head.',
  },
  {
    question: 'Is it a medical device?',
    answer:
      'No. It is for cosmetic use only and is not intended to diagnose, treat, cure or prevent any disease. If your skin is injured or you are being treated for a skin condition, ask your doctor first.',
  },
  {
    question: 'How soon will I see something?',
    answer: `Every skin is different, so we name no date. Give it a minute a day at home; you have ${days} days to decide whether it stays.`,
  },
  {
    question: 'How long does a charge last?',
    answer:
      'About 60 minutes of use, which is two months of single minutes. The 350 mAh battery is full after 2 hours on any USB 5V/1A port.',
  },
  {
    question: 'What does shipping cost, and how long does it take?',
    answer:
      'Standard shipping is free. The checkout shows the delivery dates of every option before you pay, and your confirmation email has a link to track the parcel.',
  },
  {
    question: 'What if it is not for me?',
    answer: `Send it back within ${days} days of delivery with our prepaid label. You get a full refund without a restocking fee, within ${promises.refundProcessingDays} business days of receipt; your bank shows it within ${promises.refundVisibleDays} business days.`,
  },
];
