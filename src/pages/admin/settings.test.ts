import { afterAll, beforeAll, expect, test } from 'vitest';

import { changesOf } from '#modules/audit/service.server.ts';
import { shopSettings, shownSettings } from '#modules/settings/service.server.ts';

import { formOf, pageCall, sendForm, sentTo, signedIn } from '../../../tests/support/page-call.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { action, loader } from './settings.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const path = '/admin/settings';
const say = (fields: Record<string, string>) => sendForm(shop, { action, path }, fields);
const stamps = async () => (await loader(pageCall(shop, path, signedIn()))).stamps;
const policy = {
  form: 'policy',
  guaranteeDays: '30',
  returnDays: '60',
  refundProcessingDays: '2',
  refundVisibleDays: '5-7',
  supportHours: 'Mon-Fri 8-18',
};
const banner = { form: 'banner', text: 'Autumn Offer', neutralText: 'Free Shipping', startsAt: '', endsAt: '' };

test('guests and customers are sent to sign in', async () => {
  for (const user of [null, signedIn({ role: 'customer' })]) {
    expect(await sentTo(loader(pageCall(shop, path, user) as never))).toMatch(/^\/auth/);
    expect(await sentTo(action(pageCall(shop, path, user, formOf(banner)) as never))).toMatch(/^\/auth/);
  }
});

test('before anyone decides, the brand’s own words and numbers stand', async () => {
  expect(await shopSettings(shop.ctx.db)).toMatchObject({
    policy: { guaranteeDays: 30, returnDays: 60, refundVisibleDays: '5-7' },
    banner: { text: 'Limited Time Offer - Free Shipping on All Orders', endsAt: null },
  });
});

test('a banner with dates and other support hours are shown, kept as typed, and written down', async () => {
  expect((await say({ ...banner, endsAt: '2099-01-01T10:00', stamp: (await stamps()).banner })).status).toBe(200);
  expect((await say({ ...policy, stamp: (await stamps()).policy })).status).toBe(200);
  expect(await shownSettings(shop.ctx, 600_000)).toEqual({ banner: 'Autumn Offer', supportHours: 'Mon-Fri 8-18' });
  expect((await shopSettings(shop.ctx.db)).banner.endsAt).toEqual(new Date('2099-01-01T10:00:00Z'));
  const [entry] = await changesOf(shop.ctx.db, { subject: 'settings:banner' });
  expect(entry).toMatchObject({ action: 'settings.edit', after: { text: 'Autumn Offer' } });
});

test('other processes hear of it, so that they drop their pages', async () => {
  let heard = 0;
  const stop = await shop.database.listen('pages_changed', () => (heard += 1));
  await say({ ...banner, text: 'Winter', stamp: (await stamps()).banner });
  await expect.poll(() => heard).toBeGreaterThan(0);
  await stop();
});

test('of two admins the second is told, and less than the texts promise is refused', async () => {
  const stamp = (await stamps()).policy;
  expect((await say({ ...policy, returnDays: '59', stamp })).answer.issues).toHaveProperty('returnDays');
  expect((await say({ ...policy, returnDays: '90', stamp })).status).toBe(200);
  expect(await say({ ...policy, returnDays: '80', stamp })).toMatchObject({
    status: 409,
    answer: { typed: { returnDays: '80' } },
  });
});
