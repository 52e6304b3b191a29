import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { fillCart, givenProduct, newVisitor } from '../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { userRoles } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const password = 'rose-garden-7';
let made = 0;

async function givenCustomer(role: 'admin' | 'customer' = 'customer') {
  made += 1;
  const email = `person${made}@example.com`;
  const id = await shop.auth.createUser({ email, password, firstName: 'Ann', lastName: 'Lee', role });
  return { id, email };
}

const signIn = (visitor: ReturnType<typeof newVisitor>, email: string, given = password) =>
  visitor.send('POST', '/auth/sign-in/email', { email, password: given });

test('a guest has no session; after sign-in the session names the customer, after sign-out nobody', async () => {
  const { email } = await givenCustomer();
  const visitor = newVisitor(shop);
  expect((await visitor.send('GET', '/session')).body).toEqual({ user: null });
  expect((await signIn(visitor, email)).status).toBe(200);
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { email, firstName: 'Ann', role: 'customer' } });
  expect((await visitor.send('POST', '/auth/sign-out', {})).status).toBe(200);
  expect((await visitor.send('GET', '/session')).body).toEqual({ user: null });
});

test('a wrong password and an unknown person get the same answer', async () => {
  const { email } = await givenCustomer();
  const wrong = await signIn(newVisitor(shop), email, 'not-this-one');
  const unknown = await signIn(newVisitor(shop), 'nobody@example.com');
  expect(wrong.status).toBe(401);
  expect(unknown).toEqual(wrong);
});

test('who has not confirmed the e-mail is not let in, and is owed a mail with the link', async () => {
  const visitor = newVisitor(shop);
  const input = { email: 'new@example.com', password, name: 'New Person' };
  expect((await visitor.send('POST', '/auth/sign-up/email', input)).status).toBe(200);
  expect(await signIn(visitor, input.email)).toMatchObject({ status: 403, body: { message: 'Email not verified' } });
  const owed = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, input.email));
  expect(owed.map((mail) => mail.kind)).toContain('verify_email');
});

test.each(['123456', 'password', 'Sunshine'])('the common password %s is refused', async (common) => {
  const input = { email: `c${common}@example.com`, password: common, name: 'C P' };
  const answer = await newVisitor(shop).send('POST', '/auth/sign-up/email', input);
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('most common') } });
});

test('admin wins when a user has both roles', async () => {
  const { id, email } = await givenCustomer('customer');
  await shop.ctx.db.insert(userRoles).values({ userId: id, role: 'admin' });
  const visitor = newVisitor(shop);
  await signIn(visitor, email);
  expect((await visitor.send('GET', '/session')).body).toMatchObject({ user: { role: 'admin' } });
});

test('a guest’s cart joins the customer’s on sign-in, within what is in stock', async () => {
  const { email } = await givenCustomer();
  const productId = await givenProduct(shop, { onHand: 7 });
  const customer = newVisitor(shop);
  await signIn(customer, email);
  await fillCart(customer, productId, 5);
  const guest = newVisitor(shop);
  await fillCart(guest, productId, 3);
  await signIn(guest, email);
  const cart = await guest.send('GET', '/cart');
  expect(cart.body.items).toMatchObject([{ product_id: productId, quantity: 7 }]);
});
