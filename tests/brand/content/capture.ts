import { stills } from './media.ts';

const words = {
  eyebrow: 'A word',
  title: '{discount} off',
  text: 'Tell us where to send your code.',
  action: 'Send it',
  decline: 'No, thank you',
};

export const capture = {
  manual: words,
  'exit-intent': words,
  'time-based': words,
  'scroll-based': words,
  'sold-out': words,
};

export const captureWords = {
  picture: stills.stone,
  expiry: 'Expires in 24 hours',
  captured: {
    title: 'Thank you',
    text: 'Your {discount} code is on its way.',
    waiting: 'Your {discount} code comes when it is back.',
  },
  placeholder: 'you@example.com',
};

export const consent = { version: '1', text: 'We use your address for this.', link: 'Privacy' };

export const codePage = {
  title: 'Your code is ready',
  text: 'It comes off at the checkout.',
  checkout: 'Continue to checkout',
  product: 'See it',
};

export const codePrefix = 'CALM';

export const reminderConsentVersions = ['2026-11-21'];

export const newsletter = {
  eyebrow: 'Letters',
  title: 'Calm letters',
  text: 'Two a year.',
  action: 'Sign up',
  thanks: 'Thank you.',
  consent: 'We use your address for these letters.',
};
