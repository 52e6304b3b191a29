import { stills } from './media.ts';

export const quiz = {
  ageAware: false,
  title: 'Quiz',
  description: 'Four questions about your face.',
  unanswered: 'Choose one.',
  resultTitle: 'Your result',
  youSaid: 'You said',
  routineTitle: 'Your routine',
  factsTitle: 'What counts',
  expectTitle: 'What to expect',
  careTitle: 'Good to know',
  closingTitle: 'Be calm',
  productLink: 'See the stone',
  scienceLink: 'Read about jade',
  startPicture: stills.stone,
  imageNote: 'An illustration.',
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
const named = (label: string) => ({ label, text: '' });

export const questions = {
  primaryConcern: {
    ...shown,
    title: 'What matters?',
    choices: {
      acne: named('Spots'),
      aging: named('Lines'),
      dullness: named('A tired look'),
      pigmentation: named('Tone'),
      sensitivity: named('Easily upset'),
      general: named('Nothing much'),
    },
  },
  age: {
    ...shown,
    title: 'How old?',
    choices: { '18-29': named('Young'), '30-44': named('Older'), '45+': named('Wise') },
  },
  experience: {
    ...shown,
    title: 'Had a stone before?',
    choices: { beginner: named('No'), intermediate: named('One'), advanced: named('Many') },
  },
  timeline: {
    ...shown,
    title: 'How long?',
    choices: { '2-weeks': named('Two weeks'), '1-month': named('A month'), '3-months': named('Three months') },
  },
};

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
