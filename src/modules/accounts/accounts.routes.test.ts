import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { createLimits } from '#platform/limits/limits.server.ts';

import { createApp } from '#app/api.server.ts';
import { authPorts } from '#app/auth-ports.server.ts';
import {
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../tests/support/shop-visitor.ts';
import { linkFor, password, confirmMailedLink, signIn, signUp } from '../../../tests/support/account.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { createAuth } from './auth-service.server.ts';
import { userRoles } from './tables.server.ts';

const personalProblem =
  'This password is easy to guess: it is made of your name, your email address or the name of the shop. Choose another.';

test('a guest has no session; sign-in starts a customer session, sign-out ends it', async ({
  person: { email },
  visitor,
}) => {
  expect((await visitor.send('GET', '/session')).body).toEqual({ user: null });
  expect((await signIn(visitor, email)).status).toBe(200);
  expect((await visitor.send('GET', '/session')).body).toMatchObject({
    user: { email, firstName: 'Ann', role: 'customer' },
  });
  expect((await visitor.send('POST', '/auth/sign-out', {})).status).toBe(200);
  expect((await visitor.send('GET', '/session')).body).toEqual({ user: null });
});

test('sign-in with an unconfirmed address is refused, and the sign-up enqueues a mail with the link', async ({
  shop,
  visitor,
}) => {
  const email = 'new@example.com';
  expect((await signUp(visitor, email)).status).toBe(200);
  expect(await signIn(visitor, email)).toMatchObject({ status: 403, body: { message: 'Email not verified' } });
  const queued = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, email));
  expect(queued.map((mail) => mail.kind)).toContain('verify_email');
});

const common = ['123456', 'Sunshine', 'hunter2', '654321', '121212', 'abcdef'];
const personal = ['Halorosa1', 'Violetta', 'cp.violetta'];

test.for([
  ...common.map((chosen) => ({ chosen, message: expect.stringContaining('most common') as string })),
  ...personal.map((chosen) => ({ chosen, message: personalProblem })),
])(
  'sign-up refuses $chosen, which is common or made of the shop or the person',
  async ({ chosen, message }, { shop }) => {
    const input = { firstName: 'Cora', lastName: 'Violetta', name: 'Cora Violetta' };
    const answer = await signUp(newVisitor(shop), 'cp.violetta@example.com', chosen, input);
    expect(answer).toMatchObject({ status: 400, body: { message } });
  },
);

test('a reset refuses a password derived from the account’s name', async ({ shop, person: { email } }) => {
  await newVisitor(shop).send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' });
  const token = (await linkFor(shop, email, 'reset_password')).pathname.split('/').at(-1);
  const answer = await newVisitor(shop).send('POST', '/auth/reset-password', { token, newPassword: 'AnnLee2026!' });
  expect(answer).toMatchObject({ status: 400, body: { message: personalProblem } });
});

test('the admin role wins when a user has both roles', async ({ shop, person: { id, email } }) => {
  await shop.ctx.db.insert(userRoles).values({ userId: id, role: 'admin' });
  const visitor = newVisitor(shop);
  await signIn(visitor, email);
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { role: 'admin' } });
});

test('a guest’s cart merges into the customer’s at sign-in, limited by stock', async ({
  shop,
  person: { email },
  productId,
}) => {
  const customer = newVisitor(shop);
  await signIn(customer, email);
  await fillCart(customer, productId, 5);
  const guest = newVisitor(shop);
  await fillCart(guest, productId, 3);
  await signIn(guest, email);
  const cart = await guest.send('GET', '/cart');
  expect(cart.body.items).toMatchObject([{ product_id: productId, quantity: 7 }]);
});

test('a sold-out item stays in the customer’s cart at sign-in, so that the checkout can report it', async ({
  shop,
  person: { email },
}) => {
  const [productId, other] = [await givenProduct(shop, { onHand: 2 }), await givenProduct(shop)];
  const customer = newVisitor(shop);
  await signIn(customer, email);
  await fillCart(customer, productId, 2);
  await shop.ctx.db.update(products).set({ onHand: 0 }).where(eq(products.id, productId));
  const guest = newVisitor(shop);
  await fillCart(guest, other);
  await signIn(guest, email);
  expect((await guest.send('GET', '/cart')).body.items).toMatchObject([
    { product_id: other, quantity: 1 },
    { product_id: productId, quantity: 2 },
  ]);
});

test('signing in midway continues the same checkout, even for the last unit, and the order appears in the account', async ({
  shop,
  person: { id, email },
}) => {
  const productId = await givenProduct(shop, { onHand: 1 });
  await givenShipping(shop);
  const guest = newVisitor(shop);
  await fillCart(guest, productId);
  const opened = await openCheckout(guest);
  await signIn(guest, email);
  expect((await guest.send('GET', '/cart')).body.items).toMatchObject([{ product_id: productId, quantity: 1 }]);
  expect(await openCheckout(guest)).toEqual(opened);
  await finalize(guest, opened.checkoutId);
  await payWith(shop, opened.secret);
  await guest.send('POST', '/create-order', { payment_intent_id: opened.intentId });
  expect(await shop.ctx.db.select().from(orders).where(eq(orders.customerId, id))).toHaveLength(1);
});

test('pressing the mailed button confirms the address and signs in; extra input never makes an admin', async ({
  shop,
  visitor,
}) => {
  const email = 'link@example.com';
  const more = { name: 'Link Lee', role: 'admin', emailVerified: true, requiresSecondFactor: false };
  await signUp(visitor, email, password, more);
  expect((await signIn(visitor, email)).status).toBe(403);
  expect(await confirmMailedLink(visitor, await linkFor(shop, email, 'verify_email'))).toEqual({
    status: 200,
    body: { isSignedIn: true, next: '/' },
  });
  expect((await visitor.send('GET', '/session')).body).toMatchObject({
    user: { email, firstName: 'Link', displayName: 'Link', role: 'customer' },
  });
  expect((await signIn(newVisitor(shop), email)).status).toBe(200);
});

test('a password reset ends the old password and every session; an unknown address gets the same response', async ({
  shop,
  person: { email },
  visitor,
}) => {
  await signIn(visitor, email);
  const reset = (to: string) =>
    newVisitor(shop).send('POST', '/auth/request-password-reset', { email: to, redirectTo: '/auth' });
  expect(await reset(email)).toEqual(await reset('nobody@example.com'));
  const token = (await linkFor(shop, email, 'reset_password')).pathname.split('/').at(-1);
  const changed = { token, newPassword: 'tulip-garden-8' };
  expect((await newVisitor(shop).send('POST', '/auth/reset-password', changed)).status).toBe(200);
  expect((await visitor.send('GET', '/session')).body).toEqual({ user: null });
  expect((await signIn(visitor, email)).status).toBe(401);
  expect((await signIn(visitor, email, 'tulip-garden-8')).status).toBe(200);
});

test('the old cookie opens nothing after sign-out', async ({ shop, person: { email }, visitor }) => {
  await signIn(visitor, email);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await visitor.send('POST', '/auth/sign-out', {});
  expect((await newVisitor(shop).send('GET', '/session', undefined, { cookie })).body).toEqual({ user: null });
});

test('making an account admin preserves a confirmed password and drops that of an unconfirmed stranger', async ({
  shop,
}) => {
  const email = 'owner@example.com';
  await signUp(newVisitor(shop), email, 'strangers-own');
  const owner = { email: 'Owner@Example.com', password, firstName: 'Ada', lastName: 'Owner', role: 'admin' as const };
  const id = await shop.auth.createUser(owner);
  expect((await signIn(newVisitor(shop), email, 'strangers-own')).status).toBe(401);
  expect(await shop.auth.createUser({ ...owner, password: 'another-one' })).toBe(id);
  expect((await signIn(newVisitor(shop), email)).status).toBe(200);
});

test.for([
  ['http://shop.test', 'shop.session_token', false],
  ['https://shop.test', '__Host-shop.session_token', true],
] as const)('the session cookie of %s is %s', async ([publicUrl, name, isSecure], { openShop }) => {
  const there = await openShop({ settings: { PUBLIC_URL: publicUrl } });

  const email = 'cookie@example.com';
  await there.auth.createUser({ email, password, firstName: 'C', lastName: 'K', role: 'customer' });
  const visitor = newVisitor(there);
  const answer = await there.app.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(`${name}=`)) ?? '';
  expect(cookie).toMatch(/; Path=\/.*; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/i);
  expect(cookie.includes('; Secure')).toBe(isSecure);
  expect(cookie).not.toContain('Domain');
  const sent = { cookie: cookie.split(';')[0] ?? '' };
  expect((await visitor.send('GET', '/session', undefined, sent)).body).toMatchObject({ user: { email } });
});

test('the sixth attempt at one account within 15 minutes is refused, even after a restart; other accounts are not affected', async ({
  openShop,
}) => {
  const there = await openShop({ settings: { RATE_LIMITS: 'on' } });

  const person = (email: string) => ({ email, password, firstName: 'R', lastName: 'L', role: 'customer' as const });
  await there.auth.createUser(person('guessed@example.com'));
  await there.auth.createUser(person('other@example.com'));
  const statuses: number[] = [];
  for (const typedPassword of ['wrong-1', 'wrong-2', 'wrong-3', 'wrong-4', 'wrong-5', password]) {
    const forged = { 'x-client-ip': `10.0.0.${statuses.length}`, 'x-forwarded-for': `10.0.0.${statuses.length}` };
    const input = { email: 'Guessed@example.com', password: typedPassword };
    statuses.push((await newVisitor(there).send('POST', '/auth/sign-in/email', input, forged)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await signIn(newVisitor(there), 'other@example.com')).status).toBe(200);
  const limits = createLimits(there.database.pool, there.ctx.settings);
  const auth = createAuth(there.ctx, authPorts(there.ctx, limits));
  const restarted = { ...there, app: createApp({ ...there, auth, limits }) };
  expect((await signIn(newVisitor(restarted), 'guessed@example.com')).status).toBe(429);
});
