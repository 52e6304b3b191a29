import { z } from 'zod';

import { choice, day, group, line, list, paragraph, picture, richText } from './document-fields.schema.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9-]{3,80}$/, 'Use 3 to 80 lowercase letters, digits and hyphens, like my-first-post')
  .meta({ title: 'URL: /blog/…' });

/** Former addresses that a post keeps, newest last. */
export const maxFormerSlugs = 20;

const post = group('Post', {
  title: line('Title', 100),
  slug,
  formerSlugs: list('Former addresses, which lead to this post', slug, {
    itemName: 'former address',
    min: 0,
    max: maxFormerSlugs,
  }).optional(),
  state: choice('State', { draft: 'Draft', published: 'Published' }),
  date: day('Date (newest posts come first)'),
  summary: paragraph('Summary', 300),
  picture: picture('Picture'),
  body: richText('Text'),
});

export type Post = z.infer<typeof post>;

const maxBytes = 400_000;

/** Blog with all of its posts. */
export const blogSchema = group('Blog', {
  title: line('Title', 60),
  lead: paragraph('Lead', 300),
  description: paragraph('Description for search engines', 200),
  empty: paragraph('Shown when there are no posts', 200),
  more: line('Heading above the other posts', 60),
  posts: list('Posts', post, { itemName: 'post', min: 0, max: 200 }).superRefine((posts, { addIssue }) => {
    const slugs = posts.map(({ slug }) => slug);
    slugs.forEach((one, index) => {
      if (slugs.indexOf(one) !== index) {
        addIssue({ code: 'custom', path: [index, 'slug'], message: 'Another post uses this URL' });
      }
    });
    if (Buffer.byteLength(JSON.stringify(posts)) > maxBytes) {
      addIssue('All posts together can have up to 400 KB (about 65,000 words). Remove or shorten a post');
    }
  }),
});

export type Blog = z.infer<typeof blogSchema>;
