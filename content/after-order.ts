/**
 * Page after an order, and how to begin, which its email says too. `{email}` and `{delivery}` are
 * the order's.
 */
export const afterOrder = {
  nextSteps: {
    title: 'What happens next',
    ordered: { when: 'Ordered', what: 'Your order is in. Its confirmation goes to {email}.' },
    shipped: { when: 'Next', what: 'We pack your order and email the tracking number as soon as it’s on its way.' },
    delivered: { when: '{delivery}', what: 'Your package should arrive.' },
  },
  firstMinute: {
    title: 'Your first minute',
    steps: [
      'Spread a thin layer of your serum on clean, dry skin.',
      'Press the button.',
      'Glide the head upward in slow strokes for one minute.',
    ],
    guide: { label: 'Read the one-minute guide', path: '/blog/one-minute-routine' },
  },
  elsewhere: {
    title: 'Paid on another device?',
    text: 'Then your order is safe. Its number is in your confirmation email; enter it here to see where it is.',
  },
};
