import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { setRole } from '#modules/accounts/roles.server.ts';
import { users } from '#modules/accounts/tables.server.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';

import { givenPerson } from '../../../tests/support/account.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { recordLink, recordName } from './audit-text.ts';
import { loader } from './audit.tsx';

const owner = { id: null, email: 'ada@shop.example', requestId: 'r' };
const open = async (shop: TestShop, address: string) => (await loader(pageCall(shop, address, signedIn()))).list;

test('a change about a person shows their current name, and no name after the account is deleted', async ({ shop }) => {
  await givenPerson(shop, 'admin');
  const { id, email } = await givenPerson(shop);
  await setRole(shop.ctx, owner, { userId: id, role: 'admin' });
  await setRole(shop.ctx, owner, { userId: id, role: 'customer' });
  const about = async () => (await open(shop, '/admin/audit?kind=user')).rows.map((entry) => entry.about);
  expect(await about()).toEqual([
    { id, name: 'Ann Lee', email },
    { id, name: 'Ann Lee', email },
  ]);
  await shop.ctx.db.update(users).set({ name: 'Ann Rose' }).where(eq(users.id, id));
  expect(await about()).toMatchObject([{ name: 'Ann Rose' }, { name: 'Ann Rose' }]);
  await shop.ctx.db.delete(users).where(eq(users.id, id));
  expect(await about()).toEqual(['deleted', 'deleted']);
  expect(JSON.stringify(await open(shop, '/admin/audit'))).not.toContain(email);
});

test('the log pages through 25 entries each, to its end and back, also while entries are added', async ({ shop }) => {
  const change = { action: 'order.hold', subject: 'order:HR-PAGES', before: null };
  for (let number = 1; number <= 60; number += 1)
    await recordChange(shop.ctx.db, owner, { ...change, after: { number } });
  const first = await open(shop, '/admin/audit?q=HR-PAGES&actor=ada%40shop.example');
  await recordChange(shop.ctx.db, owner, { ...change, after: { number: 61 } });
  const second = await open(shop, first.pages.next ?? '');
  const third = await open(shop, second.pages.next ?? '');
  const spans = (pages: (typeof first)[]) =>
    pages.map(({ rows }) => [rows[0]?.after?.number, rows.at(-1)?.after?.number]);
  expect(spans([first, second, third])).toEqual([
    [60, 36],
    [35, 11],
    [10, 1],
  ]);
  expect([first.pages.previous, third.pages.next]).toEqual([null, null]);
  const back = await open(shop, third.pages.previous ?? '');
  const front = await open(shop, back.pages.previous ?? '');
  const top = await open(shop, front.pages.previous ?? '');
  expect(spans([back, front, top])).toEqual([
    [35, 11],
    [60, 36],
    [61, 61],
  ]);
  expect(top.pages.previous).toBeNull();
});

const id = '3f2c9a1b-0000-4000-8000-000000000001';

test.each([
  ['order:HR-7K3QX9M2', 'HR-7K3QX9M2', '/admin/orders/HR-7K3QX9M2', 'Open this order'],
  [`message:${id}`, 'message 3f2c9a1b', `/admin/messages/${id}`, 'Open this message'],
  [`phone_order:${id}`, 'phone order 3f2c9a1b', `/admin/phone-orders/${id}`, 'Open this phone order'],
  ['content:landing', 'content:landing', '/admin/content/landing', 'Open this document'],
])('the subject %s is shown as %s and leads to %s', (subject, name, to, text) => {
  expect([recordName(subject), recordLink(subject)]).toEqual([name, { to, text }]);
});

test.each([
  [`review:${id}`, 'review 3f2c9a1b'],
  ['api-key:hr_live', 'api-key:hr_live'],
  ['', ''],
])('the subject "%s" is shown as "%s" and leads nowhere', (subject, name) => {
  expect([recordName(subject), recordLink(subject)]).toEqual([name, null]);
});
