import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import { blog } from '#content/blog.ts';
import { blogSchema } from '#modules/content/blog.schema.ts';

import { PostList } from './post-list.tsx';

const { posts, empty } = blogSchema.parse(blog);

function shown(entries: typeof posts): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => <PostList posts={entries} empty={empty} /> }]);
  return renderToStaticMarkup(<Stub />);
}

test('a journal without entries says so and links elsewhere', () => {
  expect(shown([])).toContain('Nothing here yet');
  expect(shown([])).toContain(empty);
  expect(shown([])).toContain('href="/product"');
});

test('each entry is shown once, with its date', () => {
  const html = shown(posts);
  for (const { slug } of posts) expect(html.split(`href="/blog/${slug}"`)).toHaveLength(2);
  expect(html).toContain('<time dateTime="2026-11-20">November 20, 2026</time>');
  expect(html).not.toContain('Nothing here yet');
});
