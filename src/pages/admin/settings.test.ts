import { expect } from 'vitest';

import { shopSettings, shownBanner } from '#modules/settings/shop-settings.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader as contactLoader } from '../info/contact.tsx';
import { loader as launchLoader } from './launch.tsx';
import { action, loader } from './settings.tsx';

const path = '/admin/settings';
const say = (shop: TestShop, fields: Record<string, string>) => sendForm(shop, { action, path }, fields);
const versions = async (shop: TestShop) => (await loader(pageCall(shop, path, signedIn()))).versions;
const banner = { form: 'banner', text: 'Autumn Offer', neutralText: 'Free Shipping', startsAt: '', endsAt: '' };

test('the default banner is the brand’s own', async ({ shop }) => {
  expect(await shopSettings(shop.ctx.db)).toMatchObject({
    banner: { text: 'Limited Time Offer - Free Shipping on All Orders', endsAt: null },
  });
});

test('a banner with dates is shown, stored as typed and logged', async ({ shop }) => {
  expect(
    (await say(shop, { ...banner, endsAt: '2099-01-01T10:00', version: (await versions(shop)).banner })).status,
  ).toBe(200);
  const freeShipping = { everyOrder: '', banner: '' };
  expect(await shownBanner(shop.ctx, { pageAgeMs: 600_000, freeShipping })).toBe('Autumn Offer');
  expect((await shopSettings(shop.ctx.db)).banner.endsAt).toEqual(new Date('2099-01-01T10:00:00Z'));
  const [entry] = await changesOf(shop.ctx.db, { subject: 'settings:banner' });
  expect(entry).toMatchObject({ action: 'settings.edit', after: { text: 'Autumn Offer' } });
});

test('a banner change notifies other processes, so that they drop their pages', async ({ shop }) => {
  let notifications = 0;
  const stop = await shop.database.listen('pages_changed', () => (notifications += 1));
  await say(shop, { ...banner, text: 'Winter', version: (await versions(shop)).banner });
  await expect.poll(() => notifications).toBeGreaterThan(0);
  await stop();
});

test('the second of two concurrent banner edits gets a conflict', async ({ shop }) => {
  const version = (await versions(shop)).banner;
  expect((await say(shop, { ...banner, text: 'First Offer', version })).status).toBe(200);
  expect(await say(shop, { ...banner, text: 'Second Offer', version })).toMatchObject({
    status: 409,
    answer: { values: { text: 'Second Offer' } },
  });
});

const legal = {
  legalName: 'Rosa Light LLC',
  address: '12 Mill Lane\r\n\r\nPortland, OR 97201 ',
  taxNumbers: 'EIN 12-3456789',
};

test('a saved seller appears on the contact page, is logged and completes its launch item', async ({ shop }) => {
  const shown = async () => (await contactLoader(pageCall(shop, '/contact', null))).seller;
  const isOnChecklist = async () =>
    (await launchLoader(pageCall(shop, '/admin/launch', signedIn()))).sections
      .flatMap(({ items }) => items)
      .find(({ id }) => id === 'seller')?.state;
  expect([await shown(), await isOnChecklist()]).toEqual([[], 'missing']);
  const save = async (change: Partial<typeof legal> = {}) =>
    say(shop, { form: 'seller', ...legal, ...change, version: (await versions(shop)).seller });
  expect((await save({ address: '' })).answer.issues).toEqual({ address: 'Enter the address' });
  expect((await save()).status).toBe(200);
  expect([await shown(), await isOnChecklist()]).toEqual([
    ['Rosa Light LLC', '12 Mill Lane', 'Portland, OR 97201', 'EIN 12-3456789'],
    'done',
  ]);
  const [entry] = await changesOf(shop.ctx.db, { subject: 'settings:seller' });
  expect(entry).toMatchObject({ action: 'settings.edit', after: { legalName: 'Rosa Light LLC' } });
});
