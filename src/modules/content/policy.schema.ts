import type { z } from 'zod';

import { day, group, line, list, paragraph, richText } from './document-fields.schema.ts';

const fields = {
  title: line('Title', 80),
  lead: paragraph('Lead', 300),
  updatedAt: day('Last updated'),
  body: richText('Text. Large headings become the table of contents'),
};

/** Legal page: terms, privacy, accessibility. */
export const policySchema = group('Policy', fields);
export type Policy = z.infer<typeof policySchema>;

export const returnPolicySchema = group('Return policy', {
  ...fields,
  promises: list('Promises above the text', group('Promise', { title: line('Title', 40), text: line('Text', 80) }), {
    itemName: 'promise',
    min: 1,
    max: 4,
  }),
});
export type ReturnPolicy = z.infer<typeof returnPolicySchema>;
