export const afterOrder = {
  nextSteps: {
    title: 'What comes next',
    ordered: { when: 'Today', what: 'A confirmation goes to {email}.' },
    shipped: { when: 'Next', what: 'We pack your order.' },
    delivered: { when: '{delivery}', what: 'It should arrive.' },
  },
  firstMinute: {
    title: 'Your first stone',
    steps: ['Warm it in your hand.', 'Hold it for a minute.'],
    guide: { label: 'Read how', path: '/blog' },
  },
  elsewhere: { title: 'Paid elsewhere?', text: 'Enter your order number.' },
};
