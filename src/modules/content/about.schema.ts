import type { z } from 'zod';

import { group, line, list, paragraph, picture } from './document-fields.schema.ts';

const title = line('Title', 80);
const text = paragraph('Text', 400);

/** Texts and pictures of the about page. */
export const aboutSchema = group('About', {
  intro: group('Top of the page', {
    title,
    lead: paragraph('Below the title', 300),
    description: paragraph('Description for search engines', 300),
    picture: picture('Picture'),
  }),
  story: group('Story', {
    title,
    paragraphs: list('Paragraphs', paragraph('Paragraph', 1_000), { itemName: 'paragraph', min: 1, max: 10 }),
    picture: picture('Picture'),
  }),
  impact: group('Figures', {
    title,
    items: list('Figures', group('Figure', { figure: line('Figure', 20), text: line('What it is', 40) }), {
      itemName: 'figure',
      min: 1,
      max: 6,
    }),
  }),
  values: group('Values', {
    title,
    items: list('Values', group('Value', { title, text }), { itemName: 'value', min: 1, max: 8 }),
  }),
  team: group('Team', {
    title,
    lead: paragraph('Below the title', 300),
    items: list('Roles', group('Role', { title, text }), { itemName: 'role', min: 1, max: 12 }),
  }),
  end: group('End of the page', {
    title,
    text: paragraph('Text', 200),
    contact: line('Link to the contact form', 40),
    product: line('Link to the product', 40),
  }),
});

export type About = z.infer<typeof aboutSchema>;
