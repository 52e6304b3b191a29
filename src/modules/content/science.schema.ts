import type { z } from 'zod';

import { group, line, list, optionalLine, paragraph, picture } from './document-fields.schema.ts';
import { lightRange } from './wavelength-range.ts';

const title = line('Title', 80);
const lead = paragraph('Below the title', 300);
const text = paragraph('Text', 400);

/** Texts and picture of the science page. The sources of claims are not edited here. */
export const scienceSchema = group('Science', {
  intro: group('Top of the page', {
    eyebrow: line('Above the title, and in the browser’s tab', 40),
    title,
    lead,
    description: paragraph('Description for search engines', 300),
    picture: picture('Picture'),
  }),
  howItWorks: group('How it works', {
    title,
    lead,
    items: list('Parts', group('Part', { title, text }), { itemName: 'part', min: 1, max: 8 }),
  }),
  spectrum: group('Visible-light diagram', {
    range: optionalLine('Your light’s wavelengths, such as 630–680 nm. Leave empty to hide the diagram', 20).refine(
      (range) => range === '' || lightRange(range) !== null,
      'Enter two wavelengths from 400 to 700 nm, such as 630–680 nm',
    ),
    title,
    text,
  }),
  benefits: group('Researched benefits', {
    title,
    lead,
    items: list(
      'Benefits',
      group('Benefit', {
        title,
        asked: paragraph('What was studied', 400),
        open: optionalLine('What’s still unknown', 400),
      }),
      { itemName: 'benefit', min: 1, max: 6 },
    ),
  }),
  evidence: group('Evidence', {
    title,
    lead,
    sources: list(
      'Publications',
      group('Publication', {
        title: paragraph('Title', 400),
        kind: line('Type, such as “Review”', 40),
        cited: paragraph('Authors, journal and year', 300),
        what: paragraph('Method', 800),
        result: paragraph('Findings', 800),
        limit: paragraph('Limitations', 800),
      }),
      { itemName: 'publication', min: 0, max: 10 },
    ),
  }),
  limits: group('Limits', {
    title,
    paragraphs: list('Paragraphs above the disclaimer', paragraph('Paragraph', 800), {
      itemName: 'paragraph',
      min: 1,
      max: 6,
    }),
  }),
  ledger: group('Sources of all claims', { title, lead, specifications: line('Link to the specifications', 60) }),
  end: group('End of the page', { title, text: paragraph('Text', 200), product: line('Link to the product', 40) }),
});

export type Science = z.infer<typeof scienceSchema>;
