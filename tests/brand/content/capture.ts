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

export const codePage = {
  title: 'Your code is ready',
  text: 'It comes off at the checkout.',
  checkout: 'Continue to checkout',
  product: 'See it',
};

export const codeMails = {
  action: 'Use it',
  prefix: 'CALM',
  capture_code: { title: 'Your {discount}', text: 'Enter this code.' },
  back_in_stock: { title: 'The stone is back', text: 'With {discount} off.' },
};

export const newsletter = {
  eyebrow: 'Letters',
  title: 'Calm letters',
  text: 'Two a year.',
  action: 'Sign up',
  thanks: 'Thank you.',
};
