export const faq = [
  { question: 'Is it jade?', answer: 'Yes.' },
  { question: 'May it get wet?', answer: 'It may.' },
];
