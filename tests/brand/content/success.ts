export const firstMinute = {
  title: 'Your first stone',
  steps: ['Warm it in your hand.', 'Hold it for a minute.'],
  guide: { label: 'Read how', path: '/blog' },
};

export const nextSteps = {
  title: 'What comes next',
  ordered: { when: 'Today', what: 'A confirmation goes to {email}.' },
  shipped: { when: 'Next', what: 'We pack your order.' },
  delivered: { when: '{delivery}', what: 'It should arrive.' },
};

export const elsewhere = { title: 'Paid elsewhere?', text: 'Enter your order number.' };
