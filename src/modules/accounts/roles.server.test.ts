import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { userRoles } from './tables.server.ts';
import { setRole } from './roles.server.ts';
let owner: string;
test.beforeAll(async ({ shop }) => {
  owner = await givenUser(shop, 'owner@example.com', 'admin');
});

const password = 'rose-garden-admin';
const givenUser = (shop: TestShop, email: string, role: 'admin' | 'customer') =>
  shop.auth.createUser({ email, password, firstName: 'A', lastName: 'B', role });

const actor = { id: null, email: 'owner@example.com', requestId: 'r-1' };
const rolesOf = async (shop: TestShop, id: string) =>
  (await shop.ctx.db.select().from(userRoles).where(eq(userRoles.userId, id))).map(({ role }) => role);

test('making a customer admin takes effect immediately, in open sessions too, and is logged', async ({ shop }) => {
  const id = await givenUser(shop, 'mia@example.com', 'customer');
  const visitor = newVisitor(shop);
  await visitor.send('POST', '/auth/sign-in/email', { email: 'mia@example.com', password });
  expect(await setRole(shop.ctx, actor, { userId: id, role: 'admin' })).toEqual({
    ok: true,
    value: { before: 'customer', after: 'admin' },
  });
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { role: 'admin' } });
  const changes = await changesOf(shop.ctx.db, { subject: `user:${id}` });
  expect(JSON.stringify(changes)).not.toContain('mia@example.com');
  expect(changes).toMatchObject([
    {
      action: 'user.role',
      actorEmail: 'owner@example.com',
      before: { role: 'customer' },
      after: { role: 'admin' },
    },
  ]);
});

test('one of two admins loses every role but customer, and the remaining one cannot', async ({ shop }) => {
  const id = await givenUser(shop, 'both@example.com', 'admin');
  const admins = await shop.ctx.db.select().from(userRoles).where(eq(userRoles.role, 'admin'));
  const others = admins.filter(({ userId }) => userId !== owner);
  for (const { userId } of others) expect((await setRole(shop.ctx, actor, { userId, role: 'customer' })).ok).toBe(true);
  expect(await rolesOf(shop, id)).toEqual(['customer']);
  expect(await setRole(shop.ctx, actor, { userId: owner, role: 'customer' })).toEqual({
    ok: false,
    reason: 'last_admin',
  });
  expect(await rolesOf(shop, owner)).toContain('admin');
});

test('setting the current role changes and logs nothing; an unknown user is refused', async ({ shop }) => {
  expect(await setRole(shop.ctx, actor, { userId: owner, role: 'admin' })).toMatchObject({ ok: true });
  expect(await changesOf(shop.ctx.db, { subject: `user:${owner}` })).toEqual([]);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await setRole(shop.ctx, actor, { userId: nobody, role: 'admin' })).toEqual({ ok: false, reason: 'no_user' });
});
