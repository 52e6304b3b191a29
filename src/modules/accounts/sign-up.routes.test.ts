import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { listOrdersOfCustomer } from '#modules/orders/orders.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { eraseOldData } from '#modules/privacy/retention.server.ts';

import {
  givenConfirmed,
  givenPerson,
  linkFor,
  password,
  press,
  requestOf,
  signIn,
  signUp,
} from '../../../tests/support/account.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { accountsPersonalData } from './accounts.personal-data.server.ts';
import { signUps, users } from './tables.server.ts';

let shop: TestShop;
let clock = new Date();
beforeAll(async () => {
  shop = await openTestShop({ now: () => clock });
}, 120_000);
beforeEach(() => {
  clock = new Date();
});
afterAll(() => shop.close());

const hour = 3_600_000;
const whoIsIn = async (visitor: TestVisitor) => (await visitor.send('GET', '/session')).body.user;
const mailedLink = (email: string) => linkFor(shop, email, 'verify_email');
const dead = (code: string) => ({ status: 400, body: { code } });

test('a later sign-up with the same address neither invalidates the victim’s link nor activates its own password', async () => {
  const email = 'victim@example.com';
  const [owner, stranger] = [newVisitor(shop), newVisitor(shop)];
  await signUp(owner, email, 'owners-own');
  const ownersLink = await mailedLink(email);
  await signUp(stranger, email, 'strangers-own');
  expect((await press(owner, ownersLink)).body).toEqual({ isSignedIn: true, next: '/' });
  expect((await signIn(newVisitor(shop), email, 'strangers-own')).status).toBe(401);
  expect((await signIn(newVisitor(shop), email, 'owners-own')).status).toBe(200);
  expect(await press(stranger, await mailedLink(email))).toMatchObject(dead('INVALID_TOKEN'));
  await signUp(stranger, email, 'strangers-again');
  expect((await signIn(stranger, email, 'strangers-again')).status).toBe(401);
});

test('registering somebody else’s address first gives no access to the account that its owner confirms', async () => {
  const email = 'victim-too@example.com';
  await signUp(newVisitor(shop), email, 'strangers-own');
  const strangersLink = await mailedLink(email);
  const owner = newVisitor(shop);
  await signUp(owner, email, 'owners-own');
  await press(owner, await mailedLink(email));
  expect(await press(newVisitor(shop), strangersLink)).toMatchObject(dead('INVALID_TOKEN'));
  expect((await signIn(newVisitor(shop), email, 'strangers-own')).status).toBe(401);
});

test('a sign-up with a taken address is reported by mail only, also when the link is requested again', async () => {
  const { email } = await givenPerson(shop);
  const visitor = newVisitor(shop);
  const toNobody = await signUp(visitor, 'told-nothing@example.com');
  expect(toNobody).toEqual({ status: 200, body: { status: true } });
  expect(await signUp(visitor, email)).toEqual(toNobody);
  await visitor.send('POST', '/auth/send-verification-email', { email });
  const queued = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email));
  expect(queued.map(({ kind }) => kind)).toEqual(['account_exists', 'account_exists']);
  expect((await linkFor(shop, email, 'account_exists')).href).toBe('http://localhost:3000/auth');
});

test('a link signs in only the browser that requested it', async () => {
  const email = 'elsewhere@example.com';
  await signUp(newVisitor(shop), email);
  const elsewhere = newVisitor(shop);
  expect((await press(elsewhere, await mailedLink(email))).body).toEqual({ isSignedIn: false, next: '/' });
  expect(await whoIsIn(elsewhere)).toBeNull();
  expect((await signIn(elsewhere, email)).status).toBe(200);
});

test('opening a link confirms nothing, because mail scanners open links but press no button', async () => {
  const email = 'scanned@example.com';
  const visitor = newVisitor(shop);
  await signUp(visitor, email);
  const { pathname, search } = await mailedLink(email);
  await shop.app.request(`${pathname}${search}`);
  await shop.app.request(`/api/auth/verify-email${search}`);
  expect((await signIn(visitor, email)).status).toBe(403);
  expect(await shop.ctx.db.$count(users, eq(users.email, email))).toBe(0);
});

test('a link works for 24 hours and once; a used or expired one says so', async () => {
  const email = 'late@example.com';
  const visitor = newVisitor(shop);
  await signUp(visitor, email);
  const link = await mailedLink(email);
  clock = new Date(clock.getTime() + 24 * hour + 1_000);
  expect(await press(visitor, link)).toMatchObject(dead('TOKEN_EXPIRED'));
  await visitor.send('POST', '/auth/send-verification-email', { email });
  const renewed = await mailedLink(email);
  expect((await press(visitor, renewed)).status).toBe(200);
  expect(await press(visitor, renewed)).toMatchObject(dead('TOKEN_USED'));
  const changed = new URL(renewed.href.replace(/token=./, 'token=x'));
  for (const url of [changed, new URL('http://localhost/?token=a.b.c'), new URL('http://localhost/?token=')]) {
    expect(await press(visitor, url)).toMatchObject(dead('INVALID_TOKEN'));
  }
});

test('an unconfirmed sign-up is deleted after seven days', async () => {
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
const givenOrder = (email: string, customerId: string | null = null) => givenOrderRow(shop, { email, customerId });
const ownerOf = async (orderId: string) =>
  (await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.customerId;
const idOf = async (email: string) => (await shop.ctx.db.select().from(users).where(eq(users.email, email)))[0]?.id;

test('a guest’s orders join the account only in the browser in which its address was confirmed, and never another account', async () => {
  const email = 'guest-buyer@example.com';
  const early = await givenOrder(email);
  const foreign = await givenOrder(email, 'another-account');
  const visitor = await givenConfirmed(shop, email);
  expect(await ownerOf(early.id)).toBe(await idOf(email));
  const later = await givenOrder(email);
  await signIn(newVisitor(shop), email);
  expect(await ownerOf(later.id)).toBeNull();
  await signIn(visitor, email);
  expect([await ownerOf(later.id), await ownerOf(foreign.id)]).toEqual([await idOf(email), 'another-account']);
});

test('tricking the owner into pressing a stranger’s link does not disclose the owner’s orders', async () => {
  const email = 'tricked@example.com';
  const order = await givenOrder(email);
  const stranger = newVisitor(shop);
  await signUp(stranger, email, 'strangers-own');
  await press(newVisitor(shop), await mailedLink(email));
  expect((await signIn(stranger, email, 'strangers-own')).status).toBe(200);
  const { user } = await requestOf(shop, stranger);
  expect([await ownerOf(order.id), await listOrdersOfCustomer(shop.ctx.db, user, 20)]).toEqual([null, []]);
});

test('a password reset confirms the address in its browser, and in no previously known one', async () => {
  const { email } = await givenPerson(shop);
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

test('a short password is refused with the number of characters that it needs', async () => {
  const refused = await signUp(newVisitor(shop), 'short@example.com', 'five5');
  expect(refused).toMatchObject({ status: 400, body: { message: 'A password needs at least 6 characters.' } });
});
