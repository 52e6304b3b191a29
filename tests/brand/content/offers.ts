const words = {
  eyebrow: 'A word',
  title: '{discount} off',
  text: 'Tell us where to send your code.',
  action: 'Send it',
  decline: 'No, thank you',
};

export const offers = {
  dialogs: {
    manual: words,
    'exit-intent': words,
    'time-based': words,
    'scroll-based': words,
    'sold-out': words,
  },
  code: {
    title: 'Your code is ready',
    text: 'It comes off at the checkout.',
    checkout: 'Continue to checkout',
    product: 'See it',
  },
  newsletter: {
    eyebrow: 'Letters',
    title: 'Calm letters',
    text: 'Two a year.',
    action: 'Sign up',
    thanks: 'Thank you.',
  },
};
