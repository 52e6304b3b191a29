import type { z } from 'zod';

import { choice, group, line, list, paragraph } from './document-fields.schema.ts';

const targets = {
  '/track': 'Order tracking',
  '/return-policy': 'Return policy',
  '/science': 'Science',
  '/product': 'Product',
  '/quiz': 'Skin quiz',
  '/reviews': 'Reviews',
  '/about': 'About',
  '/blog': 'Blog',
} as const;

/** Texts of the contact page, beside its form. */
export const contactSchema = group('Contact page', {
  lead: paragraph('Below the heading', 300),
  description: line('Description for search engines', 160),
  quicker: group('Quick answers', {
    title: line('Title', 80),
    links: list('Links', group('Link', { to: choice('Page', targets), label: line('Text', 60) }), {
      itemName: 'link',
      min: 1,
      max: 6,
    }),
  }),
});

export type Contact = z.infer<typeof contactSchema>;
