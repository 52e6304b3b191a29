import { expect } from 'vitest';

import { landing } from '#content/landing.ts';

import { test } from '../../../tests/support/shop-test.ts';
import { publishDraft, saveDraft } from './edit-content.server.ts';
import { listPhotographs } from './photograph-checklist.server.ts';

test('the photograph checklist names twelve images of the shop, each once, and none as the owner’s', async ({
  shop,
}) => {
  const all = await listPhotographs(shop.ctx.db);
  expect(new Set(all.map(({ key, path }) => `${key} ${path}`)).size).toBe(12);
  expect(all.filter(({ src, isOwn }) => src?.startsWith('/media/') !== true || isOwn)).toEqual([]);
});

test('an image counts as the owner’s photograph once its document is published', async ({ shop }) => {
  const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };
  const wide = { ...landing.hero.wide, src: '/content-pictures/own', widths: [480] };
  const body = { ...landing, hero: { ...landing.hero, wide } };
  const saved = await saveDraft(shop.ctx, actor, { key: 'landing', revision: 0, body });
  const own = async () => (await listPhotographs(shop.ctx.db)).filter(({ isOwn }) => isOwn).map(({ path }) => path);
  expect(await own()).toEqual([]);
  if (!saved.ok) throw new Error('the draft was refused');
  await publishDraft(shop.ctx, {
    key: 'landing',
    actor,
    revision: saved.value.revision,
    isCompared: () => Promise.resolve(false),
  });
  expect(await own()).toEqual(['hero.wide']);
});
