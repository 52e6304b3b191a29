import { expect } from 'vitest';

import { noticeKindNames } from '#modules/notifications/notification-kinds.ts';

import { givenPerson } from '../../../tests/support/account.ts';
import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader } from './notifications.tsx';

const test = testWithShop().extend('signedInAdmin', { scope: 'file' }, async ({ shop }) => ({
  ...signedIn(),
  ...(await givenPerson(shop, 'admin')),
}));

const path = '/admin/notifications';
const view = (shop: TestShop, signedInAdmin: ReturnType<typeof signedIn>) =>
  loader(pageCall(shop, path, signedInAdmin));
const all = (delivery: string) => Object.fromEntries(noticeKindNames.map((kind) => [kind, delivery]));
const save = async (
  shop: TestShop,
  signedInAdmin: ReturnType<typeof signedIn>,
  choice: Record<string, string>,
  version?: string,
) =>
  sendForm(
    shop,
    { action, path, user: signedInAdmin },
    { form: 'preferences', ...choice, version: version ?? (await view(shop, signedInAdmin)).version },
  );

test('saved preferences are shown again and logged', async ({ shop, signedInAdmin }) => {
  const choice = { ...all('at_once'), order: 'daily', low_stock: 'off' };
  expect((await save(shop, signedInAdmin, choice)).status).toBe(200);
  expect((await view(shop, signedInAdmin)).preferences).toEqual(choice);
  const [entry] = await changesOf(shop.ctx.db, { subject: `user:${signedInAdmin.id}` });
  expect(entry).toMatchObject({
    action: 'notifications.edit',
    before: { order: 'at_once', low_stock: 'at_once' },
    after: { order: 'daily', low_stock: 'off' },
  });
});

test('a new admin is told of everything at once, whatever another admin has chosen', async ({ shop }) => {
  const user = { ...signedIn(), ...(await givenPerson(shop, 'admin')) };
  const other = await loader(pageCall(shop, path, user));
  expect(other.preferences).toEqual(all('at_once'));
});

test.for([
  ['an unknown delivery', { order: 'weekly' }],
  ['a missing kind', { order: '' }],
] as const)('%s is refused at its field and nothing is saved', async ([_what, change], { shop, signedInAdmin }) => {
  const before = (await view(shop, signedInAdmin)).preferences;
  const { status, answer } = await save(shop, signedInAdmin, { ...all('off'), ...change });
  expect([status, answer.issues]).toEqual([422, { order: 'Choose one' }]);
  expect((await view(shop, signedInAdmin)).preferences).toEqual(before);
});

test('preferences that changed meanwhile are not overwritten', async ({ shop, signedInAdmin }) => {
  const { version } = await view(shop, signedInAdmin);
  expect((await save(shop, signedInAdmin, all('off'), version)).status).toBe(200);
  expect((await save(shop, signedInAdmin, all('daily'), version)).status).toBe(409);
  expect((await view(shop, signedInAdmin)).preferences).toEqual(all('off'));
});
