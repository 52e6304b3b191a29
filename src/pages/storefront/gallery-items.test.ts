import { expect } from 'vitest';

import { clips, stills } from '#content/media.ts';
import { productTexts } from '#content/product.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { productTextsSchema } from '#modules/content/product-texts.schema.ts';

import { pageCall } from '../../../tests/support/page-requests.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';
import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { galleryItems } from './gallery-items.ts';
import { loader as home } from './home.tsx';
import { loader as product } from './product.tsx';
import { productStructuredData } from './product/product-structured-data.ts';

const test = testWithShop({ prepare: givenProduct });

test('the gallery has nine items, of which the fifth is the film', () => {
  const kinds = galleryItems(productTextsSchema.parse(productTexts).gallery).map(({ kind }) => kind);
  expect([kinds.length, kinds.indexOf('video'), kinds.lastIndexOf('video')]).toEqual([9, 4, 4]);
});

test('the film comes last if it is to follow more pictures than there are', () => {
  const items = galleryItems({ pictures: [stills.hand], clip: clips.turntable, clipAfter: 9 });
  expect(items.map(({ kind }) => kind)).toEqual(['picture', 'video']);
});

test('a gallery picture without alternative text is not published', () => {
  const pictures = [{ ...stills.hand, alt: '' }];
  const read = productTextsSchema.safeParse({ ...productTexts, gallery: { ...productTexts.gallery, pictures } });
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toContain('gallery.pictures.0.alt');
});

test('a published gallery is shown on the landing page, the product page and to search engines', async ({ shop }) => {
  const size = { width: 900, height: 900, widths: [480, 800] };
  const uploaded = { src: '/content-pictures/cup', ...size, alt: 'The wand in a cup' };
  const body = { ...productTexts, gallery: { pictures: [uploaded], clip: clips.turntable, clipAfter: 1 } };
  const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };
  await saveDraft(shop.ctx, actor, { key: 'product', revision: 0, body });
  const isCompared = () => Promise.resolve(false);
  expect((await publishDraft(shop.ctx, { key: 'product', actor, revision: 1, isCompared })).ok).toBe(true);

  const shown = [{ kind: 'picture', ...uploaded }, expect.objectContaining({ kind: 'video' })];
  expect((await home(pageCall(shop, '/', null) as never)).gallery).toEqual(shown);
  const { data } = await product(pageCall(shop, '/product', null));
  expect(data.gallery).toEqual(shown);
  if (data.product === null) throw new Error('no product');
  const site = { name: 'halorosa', supportEmail: 'help@shop.example', guaranteeDays: 30 };
  const seen = { ...data, product: data.product, site, icon: '/icon-512.png', publicUrl: 'https://shop.test' };
  const forMachines = JSON.stringify(productStructuredData(seen));
  expect(forMachines).toContain('"https://shop.test/content-pictures/cup-800.jpg"');
});
