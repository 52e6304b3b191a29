import type { z } from 'zod';

import { group, line } from './document-fields.schema.ts';

const title = line('Title (shown before the shop name)', 60);
const description = line('Description', 160);

/** Titles and descriptions for search engines and messengers that no other document holds. */
export const seoSchema = group('Search engines and sharing', {
  track: group('Order tracking', { title, description }),
  about: group('About', { title }),
  contact: group('Contact page', { title }),
});

export type Seo = z.infer<typeof seoSchema>;
