import { expect, test } from 'vitest';

import { blog } from '#content/blog.ts';

import { blogSchema, type Post } from './blog.schema.ts';
import { movedPost, publishedPosts, withFormerSlugs } from './posts.ts';

const { posts } = blogSchema.parse(blog);
const [first, second, third] = posts as [Post, Post, Post];

const messagesOf = (body: unknown) =>
  blogSchema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a second post with the same address is refused', () => {
  const same = [first, second, { ...third, slug: first.slug }];
  expect(messagesOf({ ...blog, posts: same })).toEqual(['posts.2.slug: Another post uses this URL']);
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
    'posts: All posts together can have up to 400 KB (about 65,000 words). Remove or shorten a post',
  ]);
});

test('pages show published posts only, newest first', () => {
  const mixed = [third, first, { ...second, state: 'draft' as const }];
  expect(publishedPosts({ posts: mixed }).map(({ slug }) => slug)).toEqual([first.slug, third.slug]);
});

const slugsOf = (list: readonly Post[]) => list.map(({ slug, formerSlugs }) => [slug, formerSlugs]);

test('a post keeps the addresses that it leaves, in order, also when it moves in the list', () => {
  const once = withFormerSlugs(posts, [second, third, { ...first, slug: 'new-one' }]);
  expect(slugsOf(once).at(-1)).toEqual(['new-one', [first.slug]]);
  const twice = withFormerSlugs(once, [{ ...(once[2] as Post), slug: 'newer', title: 'Changed too' }, second]);
  expect(slugsOf(twice)).toEqual([
    ['newer', [first.slug, 'new-one']],
    [second.slug, undefined],
  ]);
  expect(movedPost({ posts: twice }, first.slug)?.slug).toBe('newer');
  expect(movedPost({ posts: twice }, 'newer')).toBe(undefined);
});

test('a post that goes back to an address, or takes a former one, has it', () => {
  const moved = withFormerSlugs([first], [{ ...first, slug: 'new-one' }]);
  const back = withFormerSlugs(moved, [{ ...(moved[0] as Post), slug: first.slug }]);
  expect(slugsOf(back)).toEqual([[first.slug, ['new-one']]]);
  const taken = withFormerSlugs(moved, [moved[0] as Post, { ...second, slug: first.slug }]);
  expect(slugsOf(taken)).toEqual([
    ['new-one', []],
    [first.slug, undefined],
  ]);
  expect(movedPost({ posts: taken }, first.slug)).toBe(undefined);
});

test('a removed post leads nowhere, and a hidden one has no redirect', () => {
  const without = withFormerSlugs([first, second], [second, { ...third, slug: 'unrelated' }]);
  expect(movedPost({ posts: without }, first.slug)).toBe(undefined);
  const hidden = withFormerSlugs([first], [{ ...first, slug: 'new-one', state: 'draft' }]);
  expect(movedPost({ posts: hidden }, first.slug)).toBe(undefined);
});
