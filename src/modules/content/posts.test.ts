import { expect, test } from 'vitest';

import { blog } from '#content/blog.ts';

import { blogSchema, type Post } from './blog.schema.ts';
import { publishedPosts } from './posts.ts';

const { posts } = blogSchema.parse(blog);
const [first, second, third] = posts as [Post, Post, Post];

const messagesOf = (body: unknown) =>
  blogSchema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a second post with the same address is refused', () => {
  const same = [first, second, { ...third, slug: first.slug }];
  expect(messagesOf({ ...blog, posts: same })).toEqual(['posts.2.slug: Another post has this address']);
});

test.each(['ab', 'With-Capitals', 'a/b', 'a b', '../admin', 'a'.repeat(81), ''])(
  'the address %j of a post is refused',
  (slug) => {
    expect(messagesOf({ ...blog, posts: [{ ...first, slug }] })).toEqual([
      'posts.0.slug: Use 3 to 80 lowercase letters, digits and hyphens, like my-first-post',
    ]);
  },
);

test('a blog with fifty long posts is valid, and one that is too long to be sent says so', () => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...first,
      slug: `post-${index}`,
      body: `<p>${'Glide it slowly upward. '.repeat(270)}x</p>`,
    }));
  expect(messagesOf({ ...blog, posts: long(50) })).toEqual([]);
  expect(messagesOf({ ...blog, posts: long(65) })).toEqual([
    'posts: All posts together may have 400 KB, about 65,000 words. Remove a post or shorten one',
  ]);
});

test('pages show published posts only, newest first', () => {
  const mixed = [third, first, { ...second, state: 'draft' as const }];
  expect(publishedPosts({ posts: mixed }).map(({ slug }) => slug)).toEqual([first.slug, third.slug]);
});
