import type { z } from 'zod';

import { group, line, paragraph } from './document-fields.schema.ts';

const title = line('Title', 80);

/** Texts around the customer reviews. */
export const reviewTextsSchema = group('Reviews', {
  intro: group('Top of the reviews', {
    title,
    lead: paragraph('Below the title of the reviews page', 300),
    description: paragraph('Description for search engines', 300),
  }),
  empty: group('While there is no review', { title, text: paragraph('Text', 300) }),
});

export type ReviewTexts = z.infer<typeof reviewTextsSchema>;
