import { afterAll, beforeAll, expect, test } from 'vitest';

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
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { createApp } from '#app/api.server.ts';
import { authPorts } from '#app/auth-ports.server.ts';
import { createAuth } from './auth.server.ts';
import { teamOrSignIn, assertSecured } from './guard.server.ts';
import { setRole, endSessions, requireSecurity, accountSecurity } from './roles.server.ts';

let shop: TestShop;
let actor: { id: string; email: string; requestId: string };
beforeAll(async () => {
  shop = await openTestShop();
  const owner = await givenPerson(shop, 'admin');
  actor = { id: owner.id, email: owner.email, requestId: 'r-1' };
}, 120_000);
afterAll(() => shop.close());

const roleOf = async (visitor: TestVisitor) => (await requestOf(shop, visitor)).user.role;
/** Returns where the page guards redirect the signed-in user, or null if they let the user in. */
async function sentFrom(visitor: TestVisitor, path: string): Promise<string | null> {
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
async function givenWith(chosenPassword: string) {
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

test('a customer with a 6-character password made admin has no rights before 12 characters and an authenticator', async () => {
  const { id, email, visitor } = await givenWith('six--6');
  await setRole(shop.ctx, actor, { userId: id, role: 'admin' });
  expect([await roleOf(visitor), await sentFrom(visitor, '/admin')]).toEqual(['customer', '/account/security']);
  expect([await sentFrom(visitor, '/account'), await sentFrom(visitor, '/account/security')]).toEqual([
    '/account/security',
    null,
  ]);
  expect((await accountSecurity(shop.ctx, id))?.needs).toEqual(['password', 'authenticator']);
  await setRole(shop.ctx, actor, { userId: id, role: 'customer' });
  await signIn(visitor, email, 'six--6');
  expect(await sentFrom(visitor, '/account')).toBeNull();
}, 120_000);

test('admin rights need 12 characters and an authenticator, and end when the authenticator is turned off', async () => {
  const { id, visitor } = await givenSignedIn(shop);
  expect(password.length).toBeGreaterThanOrEqual(12);
  await setRole(shop.ctx, actor, { userId: id, role: 'admin' });
  expect(await roleOf(visitor)).toBe('customer');
  await givenAuthenticator(shop, visitor);
  expect([await roleOf(visitor), await sentFrom(visitor, '/admin')]).toEqual(['admin', null]);
}, 120_000);

test('requiring the second factor of another admin suspends that admin’s rights until it is set up', async () => {
  const { id, visitor } = await givenSignedIn(shop, 'admin');
  await requireSecurity(shop.ctx, actor, { userId: id, isRequired: true });
  await requireSecurity(shop.ctx, actor, { userId: id, isRequired: true });
  expect([await roleOf(visitor), await sentFrom(visitor, '/admin/orders')]).toEqual(['customer', '/account/security']);
  await requireSecurity(shop.ctx, actor, { userId: id, isRequired: false });
  expect(await roleOf(visitor)).toBe('admin');
  const changes = await changesOf(shop.ctx.db, { subject: `user:${id}` });
  expect(changes.map(({ action, after }) => [action, after])).toEqual([
    ['user.second_factor', { required: false }],
    ['user.second_factor', { required: true }],
  ]);
}, 120_000);

test('an admin signs one user out everywhere, and other users stay signed in', async () => {
  const { id, email, visitor } = await givenSignedIn(shop);
  const phone = newVisitor(shop);
  await signIn(phone, email);
  const stranger = await givenSignedIn(shop);
  expect((await accountSecurity(shop.ctx, id))?.openSessions).toBe(2);
  await endSessions(shop.ctx, actor, id);
  const whoIsIn = async (one: TestVisitor) => (await one.send('GET', '/session')).body.user;
  expect([await whoIsIn(visitor), await whoIsIn(phone)]).toEqual([null, null]);
  expect(await whoIsIn(stranger.visitor)).toMatchObject({ email: stranger.email });
}, 120_000);

test('the first admin of a live shop has no rights before an authenticator, and no admin can waive it', async () => {
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
    mustSecure: true,
    isFixed: true,
    needs: ['authenticator'],
  });
  await givenAuthenticator({ ...shop, auth }, visitor);
  expect(await role()).toMatchObject({ role: 'admin', securityNeeds: [] });
  expect(await visitor.send('GET', '/newest-order')).toMatchObject({ status: 200 });
}, 120_000);
