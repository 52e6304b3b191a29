import { expect } from 'vitest';

import { createApp } from '../../app/api.server.ts';
import { authPorts } from '../../app/auth-ports.server.ts';
import { givenPerson, givenSignedIn, signIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { createAuth } from './auth-service.server.ts';
import { invite } from './invitations.server.ts';
import { listInvitations } from './invitations.queries.server.ts';
import { setRole } from './roles.server.ts';
/** Another process on the same database. */
let second: TestShop;
let owner: { id: string; email: string; requestId: string };
test.beforeAll(async ({ shop }) => {
  const auth = createAuth(shop.ctx, authPorts(shop.ctx, shop.limits));
  second = { ...shop, auth, app: createApp({ ...shop, auth }) };
  owner = { ...(await givenPerson(shop, 'admin')), requestId: 'r-1' };
});

/** Returns the same browser at the other process. */
function elsewhere({ cookies }: TestVisitor): TestVisitor {
  const other = newVisitor(second);
  for (const [name, value] of cookies) other.cookies.set(name, value);
  return other;
}

const newestStatus = async (visitor: TestVisitor) => (await visitor.send('GET', '/newest-order')).status;

test('a removed person’s open pages are refused at their next call, in both processes', async ({ shop }) => {
  const { id, visitor } = await givenSignedIn(shop, 'staff');
  const other = elsewhere(visitor);
  expect([await newestStatus(visitor), await newestStatus(other)]).toEqual([200, 200]);
  const removed = await setRole(shop.ctx, owner, { userId: id, role: 'customer', from: 'staff' });
  expect(removed).toMatchObject({ ok: true });
  expect([await newestStatus(visitor), await newestStatus(other)]).toEqual([401, 401]);
  expect((await other.send('GET', '/session')).body).toEqual({ user: null });
});

test('a changed role ends the sessions, and the next sign-in has the new rights only', async ({ shop }) => {
  const { id, email, visitor } = await givenSignedIn(shop, 'staff');
  const change = { orderNumber: 'HR-NOTHING', status: 'shipped', carrierName: null, trackingNumber: null };
  expect(await visitor.send('POST', '/update-order-status', change)).toMatchObject({ status: 404 });
  await setRole(shop.ctx, { ...owner, id: null }, { userId: id, role: 'accountant' });
  expect(await newestStatus(visitor)).toBe(401);
  await signIn(visitor, email);
  expect(await newestStatus(visitor)).toBe(200);
  expect(await visitor.send('POST', '/update-order-status', change)).toMatchObject({
    status: 403,
    body: { error: 'not_admin', message: 'Your role doesn’t allow this. Ask an admin for access.' },
  });
});

test('an admin’s end withdraws their open invitations', async ({ shop }) => {
  const admin = { ...(await givenPerson(shop, 'admin')), requestId: 'r-2' };
  expect(await invite(shop.ctx, admin, { email: 'friend@example.com', role: 'admin' })).toMatchObject({ ok: true });
  await setRole(shop.ctx, owner, { userId: admin.id, role: 'customer' });
  expect(await listInvitations(shop.ctx.db)).toEqual([]);
  expect(await invite(shop.ctx, admin, { email: 'friend@example.com', role: 'admin' })).toEqual({
    ok: false,
    reason: 'no_longer_admin',
  });
});

test('nobody changes their own role, and a role that changed meanwhile is not overwritten', async ({ shop }) => {
  const other = { ...(await givenPerson(shop, 'admin')), requestId: 'r-3' };
  const { id } = await givenPerson(shop, 'staff');
  expect(await setRole(shop.ctx, other, { userId: other.id, role: 'customer' })).toEqual({
    ok: false,
    reason: 'own_role',
  });
  expect(await setRole(shop.ctx, other, { userId: id, role: 'admin', from: 'accountant' })).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  });
});
