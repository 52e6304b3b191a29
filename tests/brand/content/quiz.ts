import { stills } from './media.ts';

export const quiz = {
  ageAware: false,
  title: 'Quiz',
  description: 'Four questions about your face.',
  unanswered: 'Choose one.',
  resultTitle: 'Your result',
  routineTitle: 'Your routine',
  factsTitle: 'What counts',
  expectTitle: 'What to expect',
  careTitle: 'Good to know',
  closingTitle: 'Be calm',
  productLink: 'See the stone',
  scienceLink: 'Read about jade',
  promises: ['Free shipping'],
};

export const openings = {
  acne: 'You said spots.',
  aging: 'You said lines.',
  dullness: 'You said a tired look.',
  pigmentation: 'You said tone.',
  sensitivity: 'You said easily upset.',
  general: 'You said nothing much.',
};

const shown = { text: 'Pick one.', picture: stills.stone };
const choice = (label: string) => ({ label, text: '' });

export const questions = {
  primaryConcern: {
    ...shown,
    title: 'What matters?',
    choices: {
      acne: choice('Spots'),
      aging: choice('Lines'),
      dullness: choice('A tired look'),
      pigmentation: choice('Tone'),
      sensitivity: choice('Easily upset'),
      general: choice('Nothing much'),
    },
  },
  age: {
    ...shown,
    title: 'How old?',
    choices: { '18-29': choice('Young'), '30-44': choice('Older'), '45+': choice('Wise') },
  },
  experience: {
    ...shown,
    title: 'Had a stone before?',
    choices: { beginner: choice('No'), intermediate: choice('One'), advanced: choice('Many') },
  },
  timeline: {
    ...shown,
    title: 'How long?',
    choices: { '2-weeks': choice('Two weeks'), '1-month': choice('A month'), '3-months': choice('Three months') },
  },
};

export const named = {
  primaryConcern: {
    acne: 'spots',
    aging: 'lines',
    dullness: 'a tired look',
    pigmentation: 'tone',
    sensitivity: 'easily upset',
    general: 'nothing much',
  },
  age: { '18-29': 'young', '30-44': 'older', '45+': 'wise' },
  experience: { beginner: 'none', intermediate: 'one', advanced: 'many' },
};

export const ageAdvice = { '18-29': 'Start slowly.', '30-44': 'Take your time.', '45+': 'Enjoy it.' };

export const planForm = {
  title: 'Email my plan',
  text: 'One email.',
  newsletter: 'The newsletter, too.',
  submit: 'Send',
  sent: 'Sent.',
};

export const planEmail = { note: 'Free shipping.', action: 'See the stone', why: 'You asked for it.' };

const result = {
  headline: { byDefault: 'A stone for you', byAge: {} },
  text: 'Cool and smooth.',
  picture: stills.stone,
  steps: [{ title: 'Stroke', text: 'Upward.' }],
  facts: [{ figure: '90 g', text: 'of jade' }],
  care: 'Wash it.',
};

export const results = { acne: result, 'anti-aging': result, prevention: result, 'sensitive-skin': result };

const start = { title: 'Begin', text: 'Slowly.' };

export const firstDays = { beginner: start, intermediate: start, advanced: start };

const expected = { title: 'Then', text: 'You have a habit.', points: ['And a stone'] };

export const expectations = { '2-weeks': expected, '1-month': expected, '3-months': expected };
