import { afterAll, beforeAll, expect, test } from 'vitest';

import { blog } from '#content/blog.ts';
import { documentView, publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { edgeAddresses, isCachedAddress, listedAddresses } from '../page-address.server.ts';
import { loader as blogLoader } from './blog.tsx';
import { loader } from './post.tsx';

const key = 'blog' as const;
const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { PUBLIC_URL: 'https://shop.example/' } });
});
afterAll(() => shop.close());

async function publish(body: unknown) {
  const { revision } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, ada, { key, revision, body });
  const isCompared = () => Promise.resolve(false);
  return publishDraft(shop.ctx, { key, actor: ada, revision: revision + 1, isCompared });
}

function openPost(slug: string, draft: string | null = null) {
  const call = pageCall(shop, '/blog/:slug', null);
  call.context.set(pageRequest, { ...call.context.get(pageRequest), draft });
  return loader({ ...call, params: { slug } });
}
const listed = async () => (await blogLoader(pageCall(shop, '/blog', null))).posts.map(({ slug }) => slug);

test('an unpublished post is not found, not listed, not in the sitemap, and leaves the edge', async () => {
  const [first, second, third] = blog.posts;
  const edited = { ...second, title: 'Edited', body: '<p>{returnDays} days</p>' };
  const posts = [{ ...first, state: 'draft' }, edited, third];
  expect(await publish({ ...blog, posts })).toEqual({ ok: true, value: null });
  const [slug, other] = [first?.slug ?? '', second?.slug ?? ''];

  await expect(openPost(slug)).rejects.toMatchObject({ status: 404 });
  await expect(openPost('no-such-post')).rejects.toMatchObject({ status: 404 });
  expect((await openPost(other)).post).toMatchObject({ title: 'Edited', body: '<p>60 days</p>' });
  expect((await openPost(other)).others.map((one) => one.slug)).toEqual([third?.slug]);
  expect(await listed()).toEqual([other, third?.slug]);

  const sitemap = await (await shop.app.request('/sitemap.xml')).text();
  expect([sitemap.includes(`/blog/${slug}<`), sitemap.includes(`/blog/${other}<`)]).toEqual([false, true]);
  expect(await listedAddresses(shop.ctx, 'counted')).not.toContain(`/blog/${slug}`);
  expect(await edgeAddresses(shop.ctx)).toContain(`/blog/${slug}`);
});

test('an admin who edits the blog reads an unpublished post; an incomplete one leads to the list', async () => {
  const [first, ...rest] = blog.posts;
  const hidden = { ...first, state: 'draft', slug: 'still-hidden' };
  const { revision } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, ada, { key, revision, body: { ...blog, posts: [hidden, ...rest] } });
  const shown = await openPost('still-hidden', 'blog');
  expect([shown.post.slug, shown.others.length]).toEqual(['still-hidden', rest.length]);
  for (const draft of [null, 'landing'])
    await expect(openPost('still-hidden', draft)).rejects.toMatchObject({ status: 404 });
  const left = await openPost('no-such-post', 'blog').catch((thrown: unknown) => thrown);
  expect((left as Response).headers.get('location')).toBe('/blog?draft=blog');
});

test('a new post is listed and found', async () => {
  const post = { ...blog.posts[0], slug: 'brand-new', title: 'Brand new', date: '2026-11-26' };
  await publish({ ...blog, posts: [...blog.posts, post] });
  expect((await listed())[0]).toBe('brand-new');
  expect((await openPost('brand-new')).post.title).toBe('Brand new');
});

test('only the exact address of a public page is cached', () => {
  const cached = ['/', '/about', '/blog', '/blog/brand-new'];
  const others = ['/blog/', '/Blog/brand-new', '/blog/a/b', '/blog/a.data', '/blog/%61', '/account', '/nowhere'];
  expect([...cached, ...others].filter(isCachedAddress)).toEqual(cached);
});
