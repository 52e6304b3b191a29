import { stills } from './media.ts';

const shown = { text: 'Pick one.', picture: stills.stone };
const choice = (label: string) => ({ label, text: '' });

const result = {
  headline: 'A stone for you',
  text: 'Cool and smooth.',
  picture: stills.stone,
  steps: [{ title: 'Stroke', text: 'Upward.' }],
  facts: [{ figure: '90 g', text: 'of jade' }],
  care: 'Wash it.',
};

const start = { title: 'Begin', text: 'Slowly.' };

const expected = { title: 'Then', text: 'You have a habit.', points: ['And a stone'] };

export const quiz = {
  title: 'Quiz',
  description: 'Four questions about your face.',
  questions: {
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
  },
  result: {
    promises: ['Free shipping'],
    routineTitle: 'Your routine',
    careTitle: 'Good to know',
    factsTitle: 'What counts',
    expectTitle: 'What to expect',
    closingTitle: 'Be calm',
    productLink: 'See the stone',
    scienceLink: 'Read about jade',
  },
  plan: {
    named: {
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
    },
    openings: {
      acne: 'You said spots.',
      aging: 'You said lines.',
      dullness: 'You said a tired look.',
      pigmentation: 'You said tone.',
      sensitivity: 'You said easily upset.',
      general: 'You said nothing much.',
    },
    ageAdvice: { '18-29': 'Start slowly.', '30-44': 'Take your time.', '45+': 'Enjoy it.' },
    results: { acne: result, 'anti-aging': result, prevention: result, 'sensitive-skin': result },
    firstDays: { beginner: start, intermediate: start, advanced: start },
    expectations: { '2-weeks': expected, '1-month': expected, '3-months': expected },
  },
};
