import { readFileSync } from 'node:fs';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { newVisitor, reviewForm } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { reviewImages, reviews } from './tables.server.ts';

const photo = readFileSync('public/media/hero-480.jpg');
const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 14]), Buffer.from('Exif\0\0GPS 52')]);
const photoWithPlace = Buffer.concat([photo.subarray(0, 2), exif, photo.subarray(2)]);
const draft = { rating: 5, title: 'Lovely', content: 'A calm minute.', reviewer_name: 'Mia Rosen' };

const stored = (shop: TestShop, productId: string) =>
  shop.ctx.db.select().from(reviews).where(eq(reviews.productId, productId));

const sendWith = (shop: TestShop, product_id: string, photos: readonly Uint8Array<ArrayBuffer>[]) =>
  newVisitor(shop).send('POST', '/reviews', reviewForm({ ...draft, product_id }, photos));

test('photos are stored without location data and are public only once the review is approved', async ({
  shop,
  productId: product_id,
}) => {
  expect(await sendWith(shop, product_id, [photoWithPlace, photo])).toMatchObject({ status: 200 });
  const rows = await shop.ctx.db.select().from(reviewImages).orderBy(reviewImages.position);
  expect(rows).toMatchObject([
    { kind: 'image/webp', width: 480 },
    { kind: 'image/webp', width: 480 },
  ]);
  for (const { bytes } of rows) expect(Buffer.from(bytes).includes('GPS')).toBe(false);
  const path = `/api/review-images/${rows[0]?.id}`;
  expect((await shop.app.request(path)).status).toBe(404);
  await shop.ctx.db.update(reviews).set({ isApproved: true }).where(eq(reviews.productId, product_id));
  const opened = await shop.app.request(path);
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    // Shared caches must not store it, because its owner or the shop may remove it.
    'cache-control': 'private, max-age=86400',
  });
  expect(new Uint8Array(await opened.arrayBuffer())).toEqual(new Uint8Array(rows[0]?.bytes ?? []));
  const { body } = await newVisitor(shop).send('GET', `/reviews?product_id=${product_id}`);
  expect(body).toMatchObject({ reviews: [{ images: [{ id: rows[0]?.id }, { id: rows[1]?.id }] }] });
});

test.for([
  ['an SVG', ['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'photo_unknown'],
  ['HTML named .jpg', ['<!doctype html><script>alert(1)</script>'], 'photo_unknown'],
  ['HTML behind the letters of a JPEG', ['\u00ff\u00d8\u00ff<html>'], 'photo_damaged'],
  ['four photos', ['1', '2', '3', '4'], 'too_many_images'],
] as const)('%s is refused and nothing is stored', async ([_name, files, reason], { shop, productId: product_id }) => {
  const photos = files.map((file) => Buffer.from(file, 'latin1'));
  const sent = await sendWith(shop, product_id, photos);
  expect(sent).toMatchObject({ status: 422, body: { error: reason } });
  expect(await stored(shop, product_id)).toEqual([]);
});

test('a photo of 7 MB is accepted', async ({ shop, productId: product_id }) => {
  const padding = Buffer.alloc(65_000);
  padding.set([0xff, 0xfe, 0xfd, 0xe6]);
  const large = Buffer.concat([photo.subarray(0, 2), ...Array.from({ length: 100 }, () => padding), photo.subarray(2)]);
  expect(await sendWith(shop, product_id, [large])).toMatchObject({ status: 200 });
  const [stored] = await shop.ctx.db.select().from(reviewImages).orderBy(reviewImages.id).limit(1);
  expect(stored?.bytes.length).toBeLessThan(photo.length + 1);
});
