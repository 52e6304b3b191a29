import { expect } from 'vitest';

import { blog } from '#content/blog.ts';
import { documentView, publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { edgeAddresses, isCachedAddress, listedAddresses } from '../page-lookup.server.ts';
import { loader as blogLoader } from './blog.tsx';
import { loader } from './post.tsx';

const key = 'blog' as const;
const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };

const test = testWithShop({ settings: { PUBLIC_URL: 'https://shop.example/' } });

async function publish(shop: TestShop, body: unknown) {
  const { revision } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, ada, { key, revision, body });
  const isCompared = () => Promise.resolve(false);
  return publishDraft(shop.ctx, { key, actor: ada, revision: revision + 1, isCompared });
}

function openPost(shop: TestShop, slug: string, draft: string | null = null) {
  const call = pageCall(shop, '/blog/:slug', null);
  call.context.set(pageRequest, { ...call.context.get(pageRequest), draft });
  return loader({ ...call, params: { slug } });
}
const listed = async (shop: TestShop) =>
  (await blogLoader(pageCall(shop, '/blog', null))).posts.map(({ slug }) => slug);

test('an unpublished post is not found, not listed, not in the sitemap, and leaves the edge', async ({ shop }) => {
  const [first, second, third] = blog.posts;
  const edited = { ...second, title: 'Edited', body: '<p>{returnDays} days</p>' };
  const posts = [{ ...first, state: 'draft' }, edited, third];
  expect(await publish(shop, { ...blog, posts })).toEqual({ ok: true, value: null });
  const [slug, other] = [first?.slug ?? '', second?.slug ?? ''];

  await expect(openPost(shop, slug)).rejects.toMatchObject({ status: 404 });
  await expect(openPost(shop, 'no-such-post')).rejects.toMatchObject({ status: 404 });
  expect((await openPost(shop, other)).post).toMatchObject({ title: 'Edited', body: '<p>30 days</p>' });
  expect((await openPost(shop, other)).others.map((one) => one.slug)).toEqual([third?.slug]);
  expect(await listed(shop)).toEqual([other, third?.slug]);

  const sitemap = await (await shop.app.request('/sitemap.xml')).text();
  expect([sitemap.includes(`/blog/${slug}<`), sitemap.includes(`/blog/${other}<`)]).toEqual([false, true]);
  expect(await listedAddresses(shop.ctx, 'counted')).not.toContain(`/blog/${slug}`);
  expect(await edgeAddresses(shop.ctx)).toContain(`/blog/${slug}`);
});

test('an admin who edits the blog reads an unpublished post; an incomplete one leads to the list', async ({ shop }) => {
  const [first, ...rest] = blog.posts;
  const hidden = { ...first, state: 'draft', slug: 'still-hidden' };
  const { revision } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, ada, { key, revision, body: { ...blog, posts: [hidden, ...rest] } });
  const shown = await openPost(shop, 'still-hidden', 'blog');
  expect([shown.post.slug, shown.others.length]).toEqual(['still-hidden', rest.length]);
  for (const draft of [null, 'landing'])
    await expect(openPost(shop, 'still-hidden', draft)).rejects.toMatchObject({ status: 404 });
  const left = await openPost(shop, 'no-such-post', 'blog').catch((thrown: unknown) => thrown);
  expect((left as Response).headers.get('location')).toBe('/blog?draft=blog');
});

test('a new post is listed and found', async ({ shop }) => {
  const post = { ...blog.posts[0], slug: 'brand-new', title: 'Brand new', date: '2026-11-26' };
  await publish(shop, { ...blog, posts: [...blog.posts, post] });
  expect((await listed(shop))[0]).toBe('brand-new');
  expect((await openPost(shop, 'brand-new')).post.title).toBe('Brand new');
});

test('the former address of a post redirects to its present one', async ({ shop }) => {
  const [first, ...rest] = blog.posts;
  await publish(shop, blog);
  await publish(shop, { ...blog, posts: [...rest, { ...first, slug: 'moved-post' }] });
  const left = await openPost(shop, first?.slug ?? '').catch((thrown: unknown) => thrown);
  const { status, headers } = left as Response;
  expect([status, headers.get('location')]).toEqual([301, '/blog/moved-post']);
  expect((await openPost(shop, 'moved-post')).post.title).toBe(first?.title);
});

test('only the exact address of a public page is cached', () => {
  const cached = ['/', '/about', '/blog', '/blog/brand-new'];
  const others = ['/blog/', '/Blog/brand-new', '/blog/a/b', '/blog/a.data', '/blog/%61', '/account', '/nowhere'];
  expect([...cached, ...others].filter(isCachedAddress)).toEqual(cached);
});
