import type { z } from 'zod';

import { group, line, list, paragraph, picture } from './document-fields.schema.ts';

/** Texts and picture of a customer's dashboard. */
export const accountSchema = group('Customer account', {
  lead: line('Below the greeting', 120),
  picture: picture('Image beside the routine'),
  quickLinks: group('Below the quick links', {
    quiz: line('Skin quiz', 60),
    shop: line('Shop', 60),
    photo: line('Progress photo', 60),
    routine: line('Log routine', 60),
  }),
  tips: group('Tips', {
    title: line('Title', 80),
    items: list('Tips', group('Tip', { title: line('Title', 80), text: paragraph('Text', 300) }), {
      itemName: 'tip',
      min: 1,
      max: 6,
    }),
  }),
});

export type AccountTexts = z.infer<typeof accountSchema>;
