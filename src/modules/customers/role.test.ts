import { afterAll, beforeAll, expect, test } from 'vitest';

import { userRoles, users } from '#modules/accounts/tables.server.ts';
import { changesOf } from '#modules/audit/service.server.ts';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { setRole } from './role.server.ts';

let shop: TestShop;
let [ada, ben] = ['', ''];
beforeAll(async () => {
  shop = await openTestShop();
  const given = [
    { name: 'Ada', email: 'ada@example.com' },
    { name: 'Ben', email: 'ben@example.com' },
  ];
  const made = await shop.ctx.db.insert(users).values(given).returning();
  [ada, ben] = [made[0]?.id ?? '', made[1]?.id ?? ''];
  await shop.ctx.db.insert(userRoles).values({ userId: ada, role: 'admin' });
});
afterAll(() => shop.close());

const actor = { id: null, email: 'ada@example.com', requestId: 'r-1' };

test('the last admin stays one', async () => {
  expect(await setRole(shop.ctx, actor, ada, 'customer')).toEqual({ ok: false, reason: 'last_admin' });
});

test('an account that is gone gets no role', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await setRole(shop.ctx, actor, nobody, 'admin')).toEqual({ ok: false, reason: 'no_account' });
});

test('a customer becomes an admin and back, and each change is written down once', async () => {
  expect(await setRole(shop.ctx, actor, ben, 'admin')).toEqual({ ok: true, value: 'admin' });
  expect(await setRole(shop.ctx, actor, ben, 'admin')).toEqual({ ok: true, value: 'admin' });
  expect(await setRole(shop.ctx, actor, ada, 'customer')).toEqual({ ok: true, value: 'customer' });
  const changes = await changesOf(shop.ctx.db);
  expect(changes.map(({ subject, before, after }) => ({ subject, before, after }))).toEqual([
    { subject: 'customer:ada@example.com', before: { role: 'admin' }, after: { role: 'customer' } },
    { subject: 'customer:ben@example.com', before: { role: 'customer' }, after: { role: 'admin' } },
  ]);
});

test('of two admins who remove each other at once, one stays', async () => {
  await setRole(shop.ctx, actor, ada, 'admin');
  const answers = await Promise.all([ada, ben].map((id) => setRole(shop.ctx, actor, id, 'customer')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});
