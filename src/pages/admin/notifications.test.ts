import { afterAll, beforeAll, expect, test } from 'vitest';

import { noticeKindNames } from '#modules/notifications/notification-kinds.ts';

import { givenPerson } from '../../../tests/support/account.ts';
import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { action, loader } from './notifications.tsx';

let shop: TestShop;
let admin: ReturnType<typeof signedIn>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = { ...signedIn(), ...(await givenPerson(shop, 'admin')) };
});
afterAll(() => shop.close());

const path = '/admin/notifications';
const view = () => loader(pageCall(shop, path, admin));
const all = (delivery: string) => Object.fromEntries(noticeKindNames.map((kind) => [kind, delivery]));
const save = async (choice: Record<string, string>, version?: string) =>
  sendForm(
    shop,
    { action, path, user: admin },
    { form: 'preferences', ...choice, version: version ?? (await view()).version },
  );

test('saved preferences are shown again and logged', async () => {
  const choice = { ...all('at_once'), order: 'daily', low_stock: 'off' };
  expect((await save(choice)).status).toBe(200);
  expect((await view()).preferences).toEqual(choice);
  const [entry] = await changesOf(shop.ctx.db, { subject: `user:${admin.id}` });
  expect(entry).toMatchObject({
    action: 'notifications.edit',
    before: { order: 'at_once', low_stock: 'at_once' },
    after: { order: 'daily', low_stock: 'off' },
  });
});

test('a new admin is told of everything at once, whatever another admin has chosen', async () => {
  const user = { ...signedIn(), ...(await givenPerson(shop, 'admin')) };
  const other = await loader(pageCall(shop, path, user));
  expect(other.preferences).toEqual(all('at_once'));
});

test.each([
  ['an unknown delivery', { order: 'weekly' }],
  ['a missing kind', { order: '' }],
])('%s is refused at its field and nothing is saved', async (_what, change) => {
  const before = (await view()).preferences;
  const { status, answer } = await save({ ...all('off'), ...change });
  expect([status, answer.issues]).toEqual([422, { order: 'Choose one' }]);
  expect((await view()).preferences).toEqual(before);
});

test('preferences that changed meanwhile are not overwritten', async () => {
  const { version } = await view();
  expect((await save(all('off'), version)).status).toBe(200);
  expect((await save(all('daily'), version)).status).toBe(409);
  expect((await view()).preferences).toEqual(all('off'));
});
