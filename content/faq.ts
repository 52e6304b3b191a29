import { promises, site } from './site.ts';

const days = site.guaranteeDays;

/** Questions of the landing page, in the order in which shoppers ask them. */
export const faq = [
  {
    question: 'When will I see a difference?',
    answer: `Skin is personal, so we won’t name a date. You have ${days} days to decide.`,
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
      'Standard shipping is free. You’ll see delivery dates for every option before you pay, and your confirmation email has a link to track the package.',
  },
  {
    question: 'What if it’s not for me?',
    answer: `Send it back within ${days} days of delivery with our prepaid label for a full refund, with no restocking fee. We refund within ${promises.refundProcessingDays} business days of receipt; your bank shows it within ${promises.refundVisibleDays} business days.`,
  },
];
