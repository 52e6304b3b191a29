import { stills } from './media.ts';

/** About page of an empty shop. */
export const about = {
  intro: {
    title: 'Beauty that fits into a minute',
    lead: '{shopName} makes one thing: a slim red light wand for the minute you have, not the hour you don’t.',
    description:
      'The story, values and people behind {shopName}: one product, plain words, and {guaranteeDays} days to decide.',
    picture: { ...stills.flatlay, alt: 'The wand with its box, USB cable and quick start guide, seen from above' },
  },
  story: {
    title: 'Our story',
    paragraphs: [
      'Most beauty devices end up in a drawer. They take twenty minutes, three attachments and a manual, and life happens.',
      'So we asked a smaller question: what would you really use every day? The answer was a wand as slim as a pen, with one button. It glides over the serum you already own, and it’s done in a minute.',
      'We sell nothing else. No second model, no refills, no subscription. One wand gets all our care.',
    ],
    picture: {
      ...stills.size,
      alt: 'The wand from the front and the side with its measures: 15 cm long, 1.8 cm wide, head at 27 degrees',
    },
  },
  /** Figures that hold regardless of sales. */
  impact: {
    title: 'Our impact in numbers',
    items: [
      { figure: '1 min', text: 'a day is all it takes' },
      { figure: '{guaranteeDays} days', text: 'to decide at home' },
      { figure: '24-hour', text: 'replies' },
      { figure: '$0', text: 'for return shipping' },
    ],
  },
  values: {
    title: 'What we stand for',
    items: [
      {
        title: 'Plain words',
        text: 'We say what the wand does and what nobody has shown yet. It’s a cosmetic device, and we don’t dress it up as medicine.',
      },
      {
        title: 'Small and daily',
        text: 'A daily minute beats a skipped hour. Everything about the wand is made for it.',
      },
      {
        title: 'No risk for you',
        text: '{guaranteeDays} days at home, free return shipping, a full refund. If it’s not for you, send it back.',
      },
      {
        title: 'Honest figures',
        text: 'Every figure has its source on our science page. Our pictures are renders, and we say so.',
      },
    ],
  },
  team: {
    title: 'The team',
    lead: 'A small team. You’ll always reach the person who can help.',
    items: [
      { title: 'Product', text: 'Looks after the wand, its quick start guide and every figure we print.' },
      { title: 'Customer care', text: 'Reads and answers your emails, {supportHours}.' },
      { title: 'Shipping and returns', text: 'Packs your order, sends return labels and sees refunds through.' },
      { title: 'Shop and safety', text: 'Keeps the checkout working and your data yours.' },
    ],
  },
  end: {
    title: 'Say hello',
    text: 'Questions, ideas, complaints: a person reads them all.',
    contact: 'Write to us',
    product: 'See the wand',
  },
};
