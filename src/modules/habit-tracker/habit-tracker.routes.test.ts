import { readFileSync } from 'node:fs';

import sharp from 'sharp';
import { expect } from 'vitest';

import { givenCustomer, type TestCustomer } from '../../../tests/support/customer.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { maxPhotos } from './habit-tracker.ts';
import { addPhoto, deletePhoto, loggedDays, logHabit } from './habit-tracker.server.ts';
import { listPhotos } from './habit-tracker.queries.server.ts';
import { progressPhotos as photoTable } from './tables.server.ts';

const now = new Date('2026-11-21T23:30:00Z');
const photo = new Uint8Array(readFileSync('public/media/hero-480.jpg'));

const test = testWithShop({ settings: { RATE_LIMITS: 'on' }, now: () => now })
  .extend('mia', { scope: 'file' }, ({ shop }) => givenCustomer(shop, 'mia@example.com'))
  .extend('eve', { scope: 'file' }, ({ shop }) => givenCustomer(shop, 'eve@example.com'));

const add = (shop: TestShop, customer: TestCustomer, bytes: Uint8Array, saidDay = '2026-11-22') =>
  addPhoto(shop.ctx, shop.limits, { userId: customer.user.id, bytes, saidDay });

function open(shop: TestShop, customer: TestCustomer | null, id: string) {
  const cookies = customer === null ? [] : [...customer.visitor.cookies];
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  return shop.app.request(`/api/progress-photos/${id}`, { headers: { cookie } });
}

async function givenPhoto(shop: TestShop, customer: TestCustomer): Promise<string> {
  expect(await add(shop, customer, photo)).toEqual({ ok: true, value: null });
  return (await listPhotos(shop.ctx.db, customer.user.id)).at(-1)?.id ?? '';
}

test('a day is logged only once, and each customer has separate days', async ({ shop, mia, eve }) => {
  expect(await logHabit(shop.ctx, mia.user.id, '2026-11-22')).toBe(true);
  expect(await logHabit(shop.ctx, mia.user.id, '2026-11-22')).toBe(false);
  expect(await logHabit(shop.ctx, mia.user.id, '2026-11-30')).toBe(true);
  expect(await loggedDays(shop.ctx, mia.user.id)).toEqual(['2026-11-22', '2026-11-21']);
  expect(await loggedDays(shop.ctx, eve.user.id)).toEqual([]);
});

test('a photo opens only for its owner and is not stored by any cache', async ({ shop, mia, eve }) => {
  const id = await givenPhoto(shop, mia);
  const opened = await open(shop, mia, id);
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  });
  const served = await sharp(Buffer.from(await opened.arrayBuffer())).metadata();
  expect([served.format, served.width, served.exif]).toEqual(['webp', 480, undefined]);
  expect((await open(shop, eve, id)).status).toBe(404);
  expect((await open(shop, null, id)).status).toBe(401);
});

test.for([
  ['00000000-0000-4000-8000-000000000000', 404],
  ['not-an-id', 400],
  ['%00', 400],
  ["1'%20or%201=1", 400],
] as const)('a photo with the id %s is answered with %i', async ([id, status], { shop, mia }) => {
  expect((await open(shop, mia, id)).status).toBe(status);
  expect(await deletePhoto(shop.ctx.db, mia.user.id, id)).toBe(false);
});

test('only the owner can delete a photo', async ({ shop, mia, eve }) => {
  const id = await givenPhoto(shop, mia);
  expect(await deletePhoto(shop.ctx.db, eve.user.id, id)).toBe(false);
  expect((await open(shop, mia, id)).status).toBe(200);
  expect(await deletePhoto(shop.ctx.db, mia.user.id, id)).toBe(true);
  expect((await open(shop, mia, id)).status).toBe(404);
});

test.for([
  ['nothing', new Uint8Array(), 'no_photo'],
  ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo_unknown'],
  ['a broken JPEG', photo.slice(0, 2_000), 'photo_damaged'],
] as const)('%s is refused', async ([_name, bytes, reason], { shop, eve }) => {
  expect(await add(shop, eve, bytes)).toEqual({ ok: false, reason });
  expect(await listPhotos(shop.ctx.db, eve.user.id)).toEqual([]);
});

test('an account holds at most 60 photos, even with concurrent uploads', async ({ shop }) => {
  const ada = await givenCustomer(shop, 'ada@example.com');
  const { id: userId } = ada.user;
  const small = { userId, day: '2026-11-21', width: 1, height: 1, bytes: new Uint8Array([1]) };
  await shop.ctx.db.insert(photoTable).values(Array.from({ length: maxPhotos - 1 }, () => small));
  const answers = await Promise.all([add(shop, ada, photo), add(shop, ada, photo), add(shop, ada, photo)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((one) => !one.ok && one.reason === 'too_many_photos')).toHaveLength(2);
  expect(await listPhotos(shop.ctx.db, userId)).toHaveLength(60);
});

test('the 21st upload of a day is refused before it is decoded', async ({ shop }) => {
  const zoe = await givenCustomer(shop, 'zoe@example.com');
  for (let sent = 0; sent < 20; sent += 1) await add(shop, zoe, new Uint8Array([1]));
  expect(await add(shop, zoe, photo)).toEqual({ ok: false, reason: 'too_many' });
});
