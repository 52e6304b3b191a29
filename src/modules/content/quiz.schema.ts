import type { z } from 'zod';

import { group, line, list, optionalLine, paragraph, picture } from './document-fields.schema.ts';

/** The answers are fixed; their texts are not. */
const concerns = {
  acne: 'Acne',
  aging: 'Aging',
  dullness: 'Dullness',
  pigmentation: 'Pigmentation',
  sensitivity: 'Sensitivity',
  general: 'General care',
} as const;
const ages = { '18-29': 'Age 18-29', '30-44': 'Age 30-44', '45+': 'Age 45+' } as const;
const experiences = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const;
const timelines = { '2-weeks': '2 weeks', '1-month': '1 month', '3-months': '3 months' } as const;
const resultPages = {
  acne: 'Acne',
  'anti-aging': 'Anti-aging',
  prevention: 'Prevention',
  'sensitive-skin': 'Sensitive skin',
} as const;

/** One field of each entry. */
function each<K extends string, S extends z.ZodType>(names: Readonly<Record<K, string>>, field: (name: string) => S) {
  const fields = Object.entries<string>(names).map(([id, name]) => [id, field(name)] as const);
  return Object.fromEntries(fields) as Record<K, S>;
}

const title = line('Title', 80);

const question = <K extends string>(name: string, answers: Readonly<Record<K, string>>) =>
  group(name, {
    title: line('Question', 80),
    text: line('Below the question', 120),
    picture: picture('Picture'),
    choices: group(
      'Answers',
      each(answers, (answer) => group(answer, { label: line('Answer', 30), text: optionalLine('Below it', 60) })),
    ),
  });

const result = (name: string) =>
  group(name, {
    headline: line('Headline', 80),
    text: paragraph('Text', 300),
    picture: picture('Picture'),
    steps: list('Steps', group('Step', { title, text: paragraph('Text', 300) }), { itemName: 'step', min: 1, max: 6 }),
    facts: list('Figures', group('Figure', { figure: line('Figure', 20), text: line('What it is', 80) }), {
      itemName: 'figure',
      min: 1,
      max: 3,
    }),
    care: paragraph('Precautions', 500),
  });

const start = (name: string) => group(name, { title, text: paragraph('Text', 400) });

const expectation = (name: string) =>
  group(name, {
    title,
    text: paragraph('Text', 400),
    points: list('Points', line('Point', 100), { itemName: 'point', min: 1, max: 5 }),
  });

const named = (name: string) => line(name, 40);

/** Texts and pictures of the skin quiz. */
export const quizSchema = group('Skin quiz', {
  title: line('Title for search engines', 60),
  description: line('Description for search engines', 160),
  questions: group('Questions', {
    primaryConcern: question('First question: skin goal', concerns),
    age: question('Second question: age', ages),
    experience: question('Third question: experience', experiences),
    timeline: question('Fourth question: time', timelines),
  }),
  result: group('Result, for every answer', {
    promises: list('Promises below the price', line('Promise', 60), { itemName: 'promise', min: 1, max: 4 }),
    routineTitle: line('Above the steps', 80),
    careTitle: line('Above the precautions', 80),
    factsTitle: line('Above the figures', 80),
    expectTitle: line('Above what to expect', 80),
    closingTitle: line('Above the last button', 80),
    productLink: line('Link to the product', 40),
    scienceLink: line('Link to the science', 40),
  }),
  plan: group('Result, by answer', {
    named: group('Answer names shown above the headline', {
      primaryConcern: group('Skin goal', each(concerns, named)),
      age: group('Age', each(ages, named)),
      experience: group('Experience', each(experiences, named)),
    }),
    openings: group(
      'First sentences, by skin goal',
      each(concerns, (name) => paragraph(name, 300)),
    ),
    ageAdvice: group(
      'Advice, by age',
      each(ages, (name) => paragraph(name, 300)),
    ),
    results: group('Results, by skin goal', each(resultPages, result)),
    firstDays: group('First days, by experience', each(experiences, start)),
    expectations: group('What to expect, by time', each(timelines, expectation)),
  }),
});

export type Quiz = z.infer<typeof quizSchema>;
