/** Offers for an email address. `{discount}` is the percentage of the code. */
export const offers = {
  dialogs: {
    manual: {
      eyebrow: 'The glow club',
      title: '{discount} off your wand',
      text: 'Tell us where to send your code. It works once, on anything in your cart.',
      action: 'Send my code',
      decline: 'No thanks',
    },
    'exit-intent': {
      eyebrow: 'Before you go',
      title: 'Take {discount} with you',
      text: 'No need to decide now. We’ll email your code, and you have a day to think about it.',
      action: 'Email my code',
      decline: 'Go without it',
    },
    'time-based': {
      eyebrow: 'Still deciding?',
      title: 'Take {discount} off today',
      text: 'Enter your email and we’ll send the code.',
      action: 'Get my code',
      decline: 'Keep looking',
    },
    'scroll-based': {
      eyebrow: 'Still reading?',
      title: '{discount} for the curious',
      text: 'You’re halfway down the page. Here’s something for getting this far.',
      action: 'Claim my code',
      decline: 'Read on',
    },
    'sold-out': {
      eyebrow: 'Sold out right now',
      title: 'Want {discount} off when it’s back?',
      text: 'We’ll email your code the day it’s back in stock. It’s good for 24 hours.',
      action: 'Notify me',
      decline: 'Not now',
    },
  },
  code: {
    title: 'Your code is ready',
    text: 'We’ll take it off at the checkout. You can also enter it there yourself.',
    checkout: 'Continue to checkout',
    product: 'See the wand',
  },
  newsletter: {
    eyebrow: 'Newsletter',
    title: 'Stay in the glow',
    text: 'A short email now and then: what’s new, and how to get the most out of your wand.',
    action: 'Sign up',
    thanks: 'Thank you. You are on the list.',
  },
};
