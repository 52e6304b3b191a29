import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';

import { listOrdersOfCustomer } from '#modules/orders/orders.queries.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { eraseOldData } from '#modules/privacy/retention.server.ts';

import {
  givenConfirmed,
  linkFor,
  password,
  confirmMailedLink,
  requestOf,
  signIn,
  signUp,
} from '../../../tests/support/account.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { accountsPersonalData } from './accounts.personal-data.server.ts';
import { signUps, users } from './tables.server.ts';
let clock = new Date();

const test = testWithShop({ now: () => clock });

beforeEach(() => {
  clock = new Date();
});

const hour = 3_600_000;
const whoIsIn = async (visitor: TestVisitor) => (await visitor.send('GET', '/session')).body.user;
const mailedLink = (shop: TestShop, email: string) => linkFor(shop, email, 'verify_email');
const dead = (code: string) => ({ status: 400, body: { code } });

test('a later sign-up with the same address neither invalidates the victim’s link nor activates its own password', async ({
  shop,
}) => {
  const email = 'victim@example.com';
  const [owner, stranger] = [newVisitor(shop), newVisitor(shop)];
  await signUp(owner, email, 'owners-own');
  const ownersLink = await mailedLink(shop, email);
  await signUp(stranger, email, 'strangers-own');
  expect((await confirmMailedLink(owner, ownersLink)).body).toEqual({ isSignedIn: true, next: '/' });
  expect((await signIn(newVisitor(shop), email, 'strangers-own')).status).toBe(401);
  expect((await signIn(newVisitor(shop), email, 'owners-own')).status).toBe(200);
  expect(await confirmMailedLink(stranger, await mailedLink(shop, email))).toMatchObject(dead('INVALID_TOKEN'));
  await signUp(stranger, email, 'strangers-again');
  expect((await signIn(stranger, email, 'strangers-again')).status).toBe(401);
});

test('registering somebody else’s address first gives no access to the account that its owner confirms', async ({
  shop,
}) => {
  const email = 'victim-too@example.com';
  await signUp(newVisitor(shop), email, 'strangers-own');
  const strangersLink = await mailedLink(shop, email);
  const owner = newVisitor(shop);
  await signUp(owner, email, 'owners-own');
  await confirmMailedLink(owner, await mailedLink(shop, email));
  expect(await confirmMailedLink(newVisitor(shop), strangersLink)).toMatchObject(dead('INVALID_TOKEN'));
  expect((await signIn(newVisitor(shop), email, 'strangers-own')).status).toBe(401);
});

test('a sign-up with a taken address is reported by mail only, also when the link is requested again', async ({
  shop,
  person: { email },
  visitor,
}) => {
  const toNobody = await signUp(visitor, 'told-nothing@example.com');
  expect(toNobody).toEqual({ status: 200, body: { status: true } });
  expect(await signUp(visitor, email)).toEqual(toNobody);
  await visitor.send('POST', '/auth/send-verification-email', { email });
  const queued = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email));
  expect(queued.map(({ kind }) => kind)).toEqual(['account_exists', 'account_exists']);
  expect((await linkFor(shop, email, 'account_exists')).href).toBe('http://localhost:3000/auth');
});

test('a link signs in only the browser that requested it', async ({ shop }) => {
  const email = 'elsewhere@example.com';
  await signUp(newVisitor(shop), email);
  const elsewhere = newVisitor(shop);
  expect((await confirmMailedLink(elsewhere, await mailedLink(shop, email))).body).toEqual({
    isSignedIn: false,
    next: '/',
  });
  expect(await whoIsIn(elsewhere)).toBeNull();
  expect((await signIn(elsewhere, email)).status).toBe(200);
});

test('opening a link confirms nothing, because mail scanners open links but press no button', async ({ shop }) => {
  const email = 'scanned@example.com';
  const visitor = newVisitor(shop);
  await signUp(visitor, email);
  const { pathname, search } = await mailedLink(shop, email);
  await shop.app.request(`${pathname}${search}`);
  await shop.app.request(`/api/auth/verify-email${search}`);
  expect((await signIn(visitor, email)).status).toBe(403);
  expect(await shop.ctx.db.$count(users, eq(users.email, email))).toBe(0);
});

test('a link works for 24 hours and once; a used or expired one says so', async ({ shop }) => {
  const email = 'late@example.com';
  const visitor = newVisitor(shop);
  await signUp(visitor, email);
  const link = await mailedLink(shop, email);
  clock = new Date(clock.getTime() + 24 * hour + 1_000);
  expect(await confirmMailedLink(visitor, link)).toMatchObject(dead('TOKEN_EXPIRED'));
  await visitor.send('POST', '/auth/send-verification-email', { email });
  const renewed = await mailedLink(shop, email);
  expect((await confirmMailedLink(visitor, renewed)).status).toBe(200);
  expect(await confirmMailedLink(visitor, renewed)).toMatchObject(dead('TOKEN_USED'));
  const changed = new URL(renewed.href.replace(/token=./, 'token=x'));
  for (const url of [changed, new URL('http://localhost/?token=a.b.c'), new URL('http://localhost/?token=')]) {
    expect(await confirmMailedLink(visitor, url)).toMatchObject(dead('INVALID_TOKEN'));
  }
});

test('an unconfirmed sign-up is deleted after seven days', async ({ shop }) => {
  const email = 'gone@example.com';
  await signUp(newVisitor(shop), email);
  const countSignUps = () => shop.ctx.db.$count(signUps, eq(signUps.email, email));
  clock = new Date(clock.getTime() + 7 * 24 * hour - 60_000);
  await eraseOldData(shop.ctx, [accountsPersonalData]);
  expect(await countSignUps()).toBe(1);
  clock = new Date(clock.getTime() + 120_000);
  await eraseOldData(shop.ctx, [accountsPersonalData]);
  expect(await countSignUps()).toBe(0);
});

/** Creates an order of a guest or of an account. */
const givenOrder = (shop: TestShop, email: string, customerId: string | null = null) =>
  givenOrderRow(shop, { email, customerId });
const ownerOf = async (shop: TestShop, orderId: string) =>
  (await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.customerId;
const idOf = async (shop: TestShop, email: string) =>
  (await shop.ctx.db.select().from(users).where(eq(users.email, email)))[0]?.id;

test('a guest’s orders join the account only in the browser in which its address was confirmed, and never another account', async ({
  shop,
}) => {
  const email = 'guest-buyer@example.com';
  const early = await givenOrder(shop, email);
  const foreign = await givenOrder(shop, email, 'another-account');
  const visitor = await givenConfirmed(shop, email);
  expect(await ownerOf(shop, early.id)).toBe(await idOf(shop, email));
  const later = await givenOrder(shop, email);
  await signIn(newVisitor(shop), email);
  expect(await ownerOf(shop, later.id)).toBeNull();
  await signIn(visitor, email);
  expect([await ownerOf(shop, later.id), await ownerOf(shop, foreign.id)]).toEqual([
    await idOf(shop, email),
    'another-account',
  ]);
});

test('tricking the owner into pressing a stranger’s link does not disclose the owner’s orders', async ({ shop }) => {
  const email = 'tricked@example.com';
  const order = await givenOrder(shop, email);
  const stranger = newVisitor(shop);
  await signUp(stranger, email, 'strangers-own');
  await confirmMailedLink(newVisitor(shop), await mailedLink(shop, email));
  expect((await signIn(stranger, email, 'strangers-own')).status).toBe(200);
  const { user } = await requestOf(shop, stranger);
  expect([await ownerOf(shop, order.id), await listOrdersOfCustomer(shop.ctx.db, user, 20)]).toEqual([null, []]);
});

test('a password reset confirms the address in its browser, and in no previously known one', async ({
  shop,
  person: { email },
}) => {
  const [before, after] = [newVisitor(shop), newVisitor(shop)];
  await signIn(before, email);
  await after.send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' });
  const token = (await linkFor(shop, email, 'reset_password')).pathname.split('/').at(-1);
  await after.send('POST', '/auth/reset-password', { token, newPassword: 'tulip-garden-8' });
  const confirmedIn = async (visitor: TestVisitor) => {
    await signIn(visitor, email, 'tulip-garden-8');
    return (await requestOf(shop, visitor)).user.emailVerified;
  };
  expect([await confirmedIn(before), await confirmedIn(after)]).toEqual([false, true]);
  // The owner is notified, regardless of who followed the link.
  expect((await linkFor(shop, email, 'password_changed')).pathname).toBe('/auth/forgot');
  expect((await signIn(newVisitor(shop), email, password)).status).toBe(401);
});

test('a short password is refused with the number of characters that it needs', async ({ shop }) => {
  const refused = await signUp(newVisitor(shop), 'short@example.com', 'five5');
  expect(refused).toMatchObject({ status: 400, body: { message: 'A password needs at least 6 characters.' } });
});
