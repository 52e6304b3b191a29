import { expect } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import {
  givenAuthenticator,
  givenPerson,
  givenSignedIn,
  password,
  requestOf,
  signIn,
} from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { createApp } from '#app/api.server.ts';
import { authPorts } from '#app/auth-ports.server.ts';
import { createAuth } from './auth-service.server.ts';
import { teamOrSignIn, assertSecured } from './guard.server.ts';
import { setRole, endSessions, requireSecurity, accountSecurity } from './roles.server.ts';
let actor: { id: string; email: string; requestId: string };
test.beforeAll(async ({ shop }) => {
  const owner = await givenPerson(shop, 'admin');
  actor = { id: owner.id, email: owner.email, requestId: 'r-1' };
}, 120_000);

const roleOf = async (shop: TestShop, visitor: TestVisitor) => (await requestOf(shop, visitor)).user.role;
/** Returns where the page guards redirect the signed-in user, or null if they let the user in. */
async function sentFrom(shop: TestShop, visitor: TestVisitor, path: string): Promise<string | null> {
  const { visitor: asking } = await requestOf(shop, visitor);
  const request = new Request(`http://localhost:3000${path}`);
  try {
    if (path.startsWith('/admin')) teamOrSignIn(asking, request);
    else assertSecured(asking, request);
    return null;
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get('location') : 'an error';
  }
}

/** Creates a customer with this password and a browser in which they are signed in. */
async function givenWith(shop: TestShop, chosenPassword: string) {
  const email = `with-${chosenPassword.length}-${chosenPassword}@example.com`;
  const id = await shop.auth.createUser({
    email,
    password: chosenPassword,
    firstName: 'M',
    lastName: 'R',
    role: 'customer',
  });
  const visitor = newVisitor(shop);
  await signIn(visitor, email, chosenPassword);
  return { id, email, visitor };
}

test('a customer with a 6-character password made admin has no rights before 12 characters and an authenticator', async ({
  shop,
}) => {
  const { id, email, visitor } = await givenWith(shop, 'six--6');
  await setRole(shop.ctx, actor, { userId: id, role: 'admin' });
  expect([await roleOf(shop, visitor), await sentFrom(shop, visitor, '/admin')]).toEqual([
    'customer',
    '/account/security',
  ]);
  expect([await sentFrom(shop, visitor, '/account'), await sentFrom(shop, visitor, '/account/security')]).toEqual([
    '/account/security',
    null,
  ]);
  expect((await accountSecurity(shop.ctx, id))?.needs).toEqual(['password', 'authenticator']);
  await setRole(shop.ctx, actor, { userId: id, role: 'customer' });
  await signIn(visitor, email, 'six--6');
  expect(await sentFrom(shop, visitor, '/account')).toBeNull();
}, 120_000);

test('admin rights need 12 characters and an authenticator, and end when the authenticator is turned off', async ({
  shop,
  customer: { id, visitor },
}) => {
  expect(password.length).toBeGreaterThanOrEqual(12);
  await setRole(shop.ctx, actor, { userId: id, role: 'admin' });
  expect(await roleOf(shop, visitor)).toBe('customer');
  await givenAuthenticator(shop, visitor);
  expect([await roleOf(shop, visitor), await sentFrom(shop, visitor, '/admin')]).toEqual(['admin', null]);
}, 120_000);

test('requiring the second factor of another admin suspends that admin’s rights until it is set up', async ({
  shop,
  admin: { id, visitor },
}) => {
  await requireSecurity(shop.ctx, actor, { userId: id, isRequired: true });
  await requireSecurity(shop.ctx, actor, { userId: id, isRequired: true });
  expect([await roleOf(shop, visitor), await sentFrom(shop, visitor, '/admin/orders')]).toEqual([
    'customer',
    '/account/security',
  ]);
  await requireSecurity(shop.ctx, actor, { userId: id, isRequired: false });
  expect(await roleOf(shop, visitor)).toBe('admin');
  const changes = await changesOf(shop.ctx.db, { subject: `user:${id}` });
  expect(changes.map(({ action, after }) => [action, after])).toEqual([
    ['user.second_factor', { required: false }],
    ['user.second_factor', { required: true }],
  ]);
}, 120_000);

test('an admin signs one user out everywhere, and other users stay signed in', async ({
  shop,
  customer: { id, email, visitor },
}) => {
  const phone = newVisitor(shop);
  await signIn(phone, email);
  const stranger = await givenSignedIn(shop);
  expect((await accountSecurity(shop.ctx, id))?.openSessions).toBe(2);
  await endSessions(shop.ctx, actor, id);
  const whoIsIn = async (one: TestVisitor) => (await one.send('GET', '/session')).body.user;
  expect([await whoIsIn(visitor), await whoIsIn(phone)]).toEqual([null, null]);
  expect(await whoIsIn(stranger.visitor)).toMatchObject({ email: stranger.email });
}, 120_000);

test('the first admin of a live shop has no rights before an authenticator, and no admin can waive it', async ({
  shop,
}) => {
  const database = shop.database;
  const live = {
    ...shop,
    database,
    ctx: { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } },
  };
  const auth = createAuth(live.ctx, authPorts(live.ctx, shop.limits));
  const visitor = newVisitor({ ...shop, auth, app: createApp({ ...live, auth }) });
  const email = 'first-owner@example.com';
  const { id } = await auth.giveAccount({ email, password, firstName: 'F', lastName: 'O', role: 'customer' });
  await setRole(live.ctx, { id: null, email: 'command line', requestId: 'r' }, { userId: id, role: 'admin' });
  await signIn(visitor, email);
  const role = async () => (await requestOf({ ...shop, auth }, visitor)).user;
  expect(await role()).toMatchObject({ role: 'customer', securityNeeds: ['authenticator'] });
  expect(await visitor.send('GET', '/newest-order')).toMatchObject({ status: 403 });
  await requireSecurity(live.ctx, actor, { userId: id, isRequired: false });
  expect(await accountSecurity(live.ctx, id)).toMatchObject({
    requiresSecondFactor: true,
    isFixed: true,
    needs: ['authenticator'],
  });
  await givenAuthenticator({ ...shop, auth }, visitor);
  expect(await role()).toMatchObject({ role: 'admin', securityNeeds: [] });
  expect(await visitor.send('GET', '/newest-order')).toMatchObject({ status: 200 });
}, 120_000);
