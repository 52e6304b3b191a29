import { expect, test } from 'vitest';

import { fieldOfText } from './field-of-text.ts';

const body = {
  days: '{guaranteeDays}',
  hero: { title: 'Red light, one minute a day', lead: 'Try it for {guaranteeDays} days (really).\nThen decide.' },
  questions: [{ question: 'Is it safe?' }, { question: 'How often?' }],
  posts: [{ body: '<h2>Light &amp; calm</h2><p>Read <a href="/science">the sources</a> first.</p>' }],
  picture: { src: '/media/hero', alt: 'A hand holds the wand' },
};

test.each([
  ['a title that the page breaks into lines', 'Red light,\n  one minute a day', 'hero.title'],
  ['a text with a fact and with special characters', 'Try it for 30 days (really). Then decide.', 'hero.lead'],
  ['one line of a text', 'Then decide.', 'hero.lead'],
  ['an entry of a list', 'How often?', 'questions.1.question'],
  ['a heading of a rich text', 'Light & calm', 'posts.0.body'],
  ['a paragraph of a rich text with a link', 'Read the sources first.', 'posts.0.body'],
  ['the description of a picture', 'A hand holds the wand', 'picture.alt'],
])('a click on %s finds its field', (_what, shown, path) => {
  expect(fieldOfText(body, shown)).toBe(path);
});

test.each([
  ['a text of the page itself', 'Add to Cart'],
  ['nothing', '  '],
  ['a lone fact', '30'],
  ['part of a text', 'Red light'],
])('a click on %s finds no field', (_what, shown) => {
  expect(fieldOfText(body, shown)).toBeNull();
});
