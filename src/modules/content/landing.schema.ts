import type { z } from 'zod';

import {
  choice,
  clip,
  group,
  line,
  list,
  optionalLine,
  paragraph,
  picture,
  sections,
} from './document-fields.schema.ts';

const sectionLabels = {
  videos: 'Videos',
  look: 'Look closer',
  benefits: 'What it does (phones)',
  fourInOne: 'Four tools in one',
  steps: 'Three steps',
  beforeAfter: 'Switch on (phones)',
  transformation: 'Switch on (wide screens)',
  testimonials: 'Customer reviews, press and experts',
  comparison: 'Comparison',
  science: 'Science (wide screens)',
  included: 'In the box, and the guarantee',
  glance: 'At a glance (phones)',
  questions: 'Questions',
  closing: 'Last call to action',
} as const;

export type LandingSection = keyof typeof sectionLabels;

const text = (max?: number) => paragraph('Text', max);
const title = line('Title', 80);

const switchedOn = (name: string) =>
  group(name, {
    title,
    text: text(200),
    note: line('Note below the video', 80),
    fallback: line('Shown if the video can’t load', 80),
    clip: clip('Film'),
  });

/** Texts and pictures of the landing page. */
export const landingSchema = group('Landing page', {
  sections: sections('Sections below the hero', sectionLabels, ['included']),
  hero: group('Hero', {
    title,
    comparedTitle: line('Headline B, shown to half of visitors during a headline test', 80),
    text: text(200),
    narrow: picture('Image on phones'),
    wide: picture('Image on wide screens'),
    rated: line('Before the rating', 20),
    countedOne: line('What the rating counts, for one', 20),
    counted: line('What the rating counts', 20),
    unrated: line('Shown when there’s no rating yet', 80),
    quiz: line('Link to the quiz', 60),
    promises: list(
      'Promises below the button',
      group('Promise', { icon: choice('Icon', { truck: 'Truck', check: 'Check mark' }), text: line('Text', 40) }),
      { itemName: 'promise', min: 1, max: 3 },
    ),
  }),
  trust: list(
    'Strip below the hero',
    group('Point', {
      icon: choice('Icon', { truck: 'Truck', return: 'Return', box: 'Box', lock: 'Lock' }),
      title: line('Text', 60),
      note: optionalLine('Second line', 60).default(''),
    }),
    { itemName: 'point', min: 1, max: 4 },
  ),
  videos: group('Films', {
    title,
    galleryTitle: line('Title above all videos', 80),
    all: line('“Show all” button', 60),
    note: line('Note', 120),
    label: line('Name for screen readers', 60),
    toCheckout: line('Button to the checkout', 30),
    fallback: line('Shown if a video can’t load', 80),
    items: list('Films', group('Film', { id: line('Id', 20), clip: clip('Film'), caption: line('Caption', 60) }), {
      itemName: 'film',
      min: 1,
      max: 6,
    }),
  }),
  look: group('Look closer', { title }),
  benefits: group('What it does', {
    title,
    items: list('Benefits', group('Benefit', { title, text: text(160) }), { itemName: 'benefit', min: 1, max: 5 }),
  }),
  fourInOne: group('Four tools in one', {
    title,
    items: list('Tools', group('Tool', { title, text: text(160), picture: picture('Picture') }), {
      itemName: 'tool',
      min: 1,
      max: 8,
    }),
  }),
  steps: group('Steps', {
    title,
    text: text(200),
    items: list('Steps', group('Step', { title, text: text(200), picture: picture('Picture') }), {
      itemName: 'step',
      min: 1,
      max: 5,
    }),
  }),
  beforeAfter: switchedOn('Switch on (phones)'),
  transformation: switchedOn('Switch on (wide screens)'),
  testimonials: group('Customer reviews', {
    of: line('After the average', 30),
    reviews: line('After the number of reviews', 30),
    verified: line('Verified review label', 30),
    ago: line('After the review’s age', 20),
  }),
  comparison: group('Comparison', {
    title: line('Title on phones', 80),
    wideTitle: line('Title on wide screens', 80),
    columns: list('Columns', line('Column', 40), { itemName: 'column', min: 2, max: 4 }),
    items: list(
      'Rows. Phones show the first three',
      group('Row', {
        title,
        cells: list('Cells', line('Cell', 80), { itemName: 'cell', min: 2, max: 4 }),
      }),
      { itemName: 'row', min: 1, max: 6 },
    ),
  }).refine(({ columns, items }) => items.every(({ cells }) => cells.length === columns.length), {
    path: ['columns'],
    message: 'Each row needs a cell for each column',
  }),
  science: group('Science', {
    title,
    text: text(400),
    action: line('Button to the product', 40),
    link: line('Link to the science page', 40),
    picture: picture('Picture'),
    items: list('Figures', group('Figure', { figure: line('Figure', 20), text: line('What it is', 40) }), {
      itemName: 'figure',
      min: 1,
      max: 4,
    }),
  }),
  included: group('In the box', {
    title,
    items: list('Parts', line('Part', 60), { itemName: 'part', min: 1, max: 8 }),
    note: optionalLine('Second line of the last part', 120),
    picture: picture('Picture'),
  }),
  guarantee: group('Guarantee', {
    kicker: line('Above the title', 40),
    title,
    text: text(300),
    items: list('Promises', line('Promise', 100), { itemName: 'promise', min: 1, max: 5 }),
  }),
  glance: group('At a glance', { title }),
  questions: group('Questions', {
    title,
    text: line('Before the link', 60),
    link: line('Link to the contact form', 40),
    items: list('Questions', group('Question', { question: line('Question', 120), answer: paragraph('Answer', 800) }), {
      itemName: 'question',
      min: 1,
      max: 20,
    }),
  }),
  closing: group('Last call to action', {
    title,
    text: text(200),
    picture: picture('Picture'),
    link: line('Link', 40),
  }),
});

export type Landing = z.infer<typeof landingSchema>;
