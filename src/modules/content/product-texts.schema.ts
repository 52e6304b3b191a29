import type { z } from 'zod';

import { choice, clip, count, group, line, list, optionalLine, paragraph, picture } from './document-fields.schema.ts';

const title = line('Title', 80);

/** Pictures and texts of the product page. Name, price and features belong to the product. */
export const productTextsSchema = group('Product page', {
  gallery: group('Gallery, also on the landing page', {
    pictures: list('Images', picture('Image'), { itemName: 'picture', min: 1, max: 15 }),
    clip: clip('Film'),
    clipAfter: count('Images before the video', 0, 15),
  }),
  trust: list(
    'Below the price',
    group('Promise', { icon: choice('Symbol', { return: 'Return', lock: 'Lock' }), text: line('Text', 80) }),
    { itemName: 'promise', min: 1, max: 4 },
  ),
  features: group('Features', { title }),
  stats: group('Figures', {
    title: line('Title for screen readers', 80),
    items: list('Figures', group('Figure', { figure: line('Figure', 20), text: line('What it is', 40) }), {
      itemName: 'figure',
      min: 1,
      max: 4,
    }),
  }),
  specifications: group('Specifications', { title, picture: picture('Picture') }),
  inTheBox: group('In the box', {
    title,
    items: list('Parts', line('Part', 60), { itemName: 'part', min: 1, max: 8 }),
    note: optionalLine('Second line of the last part', 120),
    picture: picture('Picture'),
  }),
  guarantee: group('Guarantee', {
    title,
    text: paragraph('Text', 300),
    items: list('Promises', line('Promise', 100), { itemName: 'promise', min: 1, max: 6 }),
  }),
  films: group('Films', {
    title,
    items: list('Videos', group('Video', { title: line('Title', 60), clip: clip('Film') }), {
      itemName: 'film',
      min: 1,
      max: 6,
    }),
    note: line('Note below the videos', 120),
  }),
});

export type ProductTexts = z.infer<typeof productTextsSchema>;
