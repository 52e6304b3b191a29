import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopMails } from '#app/mail-registry.server.ts';
import { saveAddress } from '#modules/accounts/saved-addresses.server.ts';
import { userRoles, users } from '#modules/accounts/tables.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { eraseClosedOrders } from '#modules/orders/orders.personal-data.server.ts';
import { requestReturn } from '#modules/orders/returns.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';

import { givenPerson } from '../../../../tests/support/account.ts';
import { changesOf } from '../../../../tests/support/audit-entries.ts';
import { givenOrderRow } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import {
  address,
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
  payWith,
} from '../../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { tablesWith } from '../../../../tests/support/tables-containing.ts';
import { action, loader } from '../customer.tsx';
import { action as dataAction } from '../customer-export.ts';
import { loader as listLoader } from '../customers.tsx';

const test = testWithShop({ prepare: givenShipping }).extend('wandId', { scope: 'file', auto: true }, ({ shop }) =>
  givenProduct(shop, { onHand: 99 }),
);

type Pressed = { sure?: string; minutes?: number };

/** Submits the erasure of a customer, `minutes` after the admin's last password confirmation. */
async function erase(shop: TestShop, id: string, { sure = '1', minutes = 0 }: Pressed = {}) {
  const admin = signedIn({ confirmedAt: new Date(Date.now() - minutes * 60_000) });
  const call = pageCall(shop, `/admin/customers/${id}`, admin, formOf({ form: 'erase', sure }));
  const answer = await action({ ...call, params: { id } });
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('location') };
  const { message, question } = answer.data;
  return { status: answer.init?.status, message, question };
}

async function download(shop: TestShop, id: string) {
  const call = pageCall(shop, `/admin/customers/${id}/data.json`, signedIn(), formOf({ form: 'export' }));
  const answer = await dataAction({ ...call, params: { id } });
  if (!(answer instanceof Response)) throw new Error('no file');
  return { headers: answer.headers, text: await answer.text() };
}

const opened = (shop: TestShop, id: string) =>
  loader({ ...pageCall(shop, `/admin/customers/${encodeURIComponent(id)}`, signedIn()), params: { id } });

const listed = async (shop: TestShop, query = '') =>
  (await listLoader(pageCall(shop, `/admin/customers${query}`, signedIn()))).list.rows.map(({ email }) => email);

/**
 * Buys a wand as a guest whose town has a unique spelling, and counts the confirmation as sent.
 * Returns the order's id.
 */
async function givenGuestOrder(shop: TestShop, wandId: string, email: string, town: string): Promise<string> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, wandId);
  const { checkoutId, secret, intentId } = await openCheckout(visitor);
  const place = { ...address, city: town };
  const contact = { email, firstName: 'Gia', lastName: 'Guest', phone: '415 555 0132' };
  await finalize(visitor, checkoutId, { customer_info: contact, shipping_address: place, billing_address: place });
  await payWith(shop, secret);
  const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  await shop.ctx.db.update(mails).set({ state: 'sent' });
  return (body.order as { id: string }).id;
}

/** Sends the email about an erasure, after which nothing of it is retained. */
async function sendFarewells(shop: TestShop): Promise<void> {
  const queued = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'data_erased'));
  for (const { id } of queued) await sendMail(shop.ctx, shopMails, id);
}

const order = async (shop: TestShop, id: string) =>
  (await shop.ctx.db.select().from(orders).where(eq(orders.id, id)))[0];

test('a guest is exported as a file with orders, returns, messages and checkouts, and nothing of another guest', async ({
  shop,
  wandId,
}) => {
  const email = 'gia.data@example.com';
  const id = await givenGuestOrder(shop, wandId, email, 'Giatown');
  await givenGuestOrder(shop, wandId, 'eve.data@example.com', 'Evetown');
  const shipped = { status: 'shipped', shippedAt: new Date() } as const;
  await shop.ctx.db.update(orders).set(shipped).where(eq(orders.id, id));
  const { orderNumber = '' } = (await order(shop, id)) ?? {};
  await requestReturn(shop.ctx, { orderNumber }, { reason: 'Too red', lines: [{ productId: wandId, quantity: 1 }] });
  await shop.ctx.db.insert(contactMessages).values({ name: 'Gia', email, subject: 'Hi', message: 'It hums.' });
  const { headers, text } = await download(shop, email);
  expect(headers.get('content-disposition')).toBe('attachment; filename="customer-data.json"');
  expect(JSON.parse(text)).toMatchObject({
    account: [],
    orders: [{ orderNumber, shippingAddress: { city: 'Giatown' }, returns: [{ reason: 'Too red' }] }],
    messages: [{ message: 'It hums.' }],
    checkouts: [{ state: 'completed' }],
    mails: [{ kind: 'return_opened' }, { kind: 'order_confirmation' }],
  });
  expect(text).not.toContain('Evetown');
  const [entry] = await changesOf(shop.ctx.db, { limit: 1 });
  expect(entry).toMatchObject({ action: 'customer.export', actorEmail: 'admin@shop.example', after: null });
  expect(entry?.subject).toMatch(/^guest:[\w-]{16}$/);
  const page = await opened(shop, email);
  expect(page.details).toMatchObject({
    newestOrders: [{ orderNumber }],
    returns: [{ orderNumber, status: 'requested' }],
    messages: [{ subject: 'Hi' }],
    reviews: [],
    phones: ['415 555 0132'],
  });
  expect(page.details.addresses[0]).toContain('Giatown, CA 94103');
});

test('erasing a guest asks first, then for a fresh password, and leaves orders in the books only', async ({
  shop,
  wandId,
}) => {
  const email = 'gus.gone@example.com';
  const open = await givenGuestOrder(shop, wandId, email, 'Gustown');
  const closed = await givenGuestOrder(shop, wandId, email, 'Gustown');
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, closed));
  await shop.ctx.db.insert(contactMessages).values({ name: 'Gus', email, subject: 'Hi', message: 'It hums.' });
  expect(await erase(shop, email, { sure: '' })).toMatchObject({ question: 'final', message: '' });
  expect(await erase(shop, email, { minutes: 15 })).toMatchObject({ status: 403, question: 'password' });
  expect(await listed(shop, '?q=gus.gone')).toEqual([email]);
  expect(await erase(shop, email)).toEqual({ status: 302, to: '/admin/customers?erased' });
  await sendFarewells(shop);
  // The open order keeps its email until it is closed, but nobody finds its customer any more.
  expect(await tablesWith(shop, email)).toEqual(['customer_figures', 'orders']);
  expect(await listed(shop, '?q=gus.gone')).toEqual([]);
  expect(await listed(shop, '?q=gia guest')).not.toContain(email);
  expect(await listed(shop, `?q=${(await order(shop, open))?.orderNumber ?? ''}`)).toEqual([]);
  await expect(opened(shop, email)).rejects.toMatchObject({ status: 404 });
  expect(await erase(shop, email)).toMatchObject({ status: 422, message: 'This customer no longer exists.' });
  const retained = await order(shop, closed);
  expect(retained).toMatchObject({ totalCents: 5_900, shippingAddress: { city: 'Gustown' } });
  expect(retained?.email).toMatch(/@account\.invalid$/);
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, open));
  await eraseClosedOrders(shop.ctx);
  expect([await tablesWith(shop, email), await tablesWith(shop, 'Gustown')]).toEqual([[], ['orders']]);
  expect(await listed(shop)).not.toContain((await order(shop, open))?.email);
  const erased = (await changesOf(shop.ctx.db)).filter(({ action: name }) => name === 'customer.erase');
  expect(erased).toMatchObject([{ actorEmail: 'admin@shop.example', before: null, after: null }]);
  expect(erased[0]?.subject).toMatch(/^guest:[\w-]{16}$/);
});

test('an erased guest who buys again is listed again', async ({ shop, wandId }) => {
  const email = 'back@example.com';
  await givenGuestOrder(shop, wandId, email, 'Backtown');
  await erase(shop, email);
  expect(await listed(shop, '?q=back@')).toEqual([]);
  await givenGuestOrder(shop, wandId, email, 'Backtown');
  expect(await listed(shop, '?q=back@')).toEqual([email]);
});

test('a guest whose payment is being processed is not erased, and an unpaid checkout goes with its guest', async ({
  shop,
  wandId,
}) => {
  const email = 'pay@example.com';
  await givenOrderRow(shop, { email, status: 'completed' });
  const visitor = newVisitor(shop);
  await fillCart(visitor, wandId);
  const { checkoutId } = await openCheckout(visitor);
  const contact = { email: 'Pay@Example.com', firstName: 'Pam', lastName: 'Paytown', phone: '415 555 0132' };
  await finalize(visitor, checkoutId, { customer_info: contact });
  expect(await erase(shop, email)).toMatchObject({
    status: 422,
    message: 'This customer has a payment in progress. Try again in a few minutes.',
  });
  expect(await listed(shop, '?q=pay@')).toEqual([email]);
  await shop.ctx.db.update(checkouts).set({ state: 'expired' }).where(eq(checkouts.id, checkoutId));
  expect(await erase(shop, email)).toMatchObject({ status: 302 });
  expect(await tablesWith(shop, 'Paytown')).toEqual([]);
});

test('erasing an account deletes it with its guest orders, and tells its owner by an email that is forgotten', async ({
  shop,
  wandId,
  person: { id, email },
}) => {
  await shop.ctx.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  const draft = { ...address, line2: '', city: 'Annetown' };
  await saveAddress(shop.ctx.db, id, { id: null, draft, makeDefault: true });
  const orderId = await givenGuestOrder(shop, wandId, email, 'Annetown');
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, orderId));
  expect((await opened(shop, id)).customer).toMatchObject({ isGuest: false, orders: 1 });
  await expect(opened(shop, email)).rejects.toMatchObject({ status: 302 });
  expect(JSON.parse((await download(shop, id)).text)).toMatchObject({
    account: [{ email }],
    addresses: [{ city: 'Annetown' }],
    orders: [{ shippingAddress: { city: 'Annetown' } }],
  });
  expect(await erase(shop, id)).toEqual({ status: 302, to: '/admin/customers?erased' });
  const toThem = and(eq(mails.toAddress, email), eq(mails.kind, 'data_erased'));
  const [farewell] = await shop.ctx.db.select().from(mails).where(toThem);
  expect(farewell).toMatchObject({ state: 'queued', subject: 'Your data is deleted' });
  await sendFarewells(shop);
  const sentId = farewell?.id ?? '';
  const [sent] = await shop.ctx.db.select().from(mails).where(eq(mails.id, sentId));
  expect(sent).toMatchObject({ state: 'sent', toAddress: '', content: null, html: null, text: null });
  expect([await tablesWith(shop, email), await tablesWith(shop, 'Annetown')]).toEqual([[], ['orders']]);
  const [entry] = await changesOf(shop.ctx.db, { subject: `customer:${id}`, limit: 1 });
  expect(entry).toMatchObject({ action: 'customer.erase', actorEmail: 'admin@shop.example' });
});

test('an administrator is not erased', async ({ shop }) => {
  const { id, email } = await givenPerson(shop, 'admin');
  expect(await erase(shop, id)).toMatchObject({
    status: 422,
    message: 'This customer is an admin. Remove the admin role, then erase the data.',
  });
  expect(await shop.ctx.db.$count(users, eq(users.email, email))).toBe(1);
  expect(await shop.ctx.db.$count(userRoles, eq(userRoles.userId, id))).toBe(1);
});

test.for(['nobody@example.com', '00000000-0000-4000-8000-000000000000', "' or 1=1"])(
  'the customer %j is neither exported nor erased',
  async (id, { shop }) => {
    await expect(download(shop, id)).rejects.toMatchObject({ status: 404 });
    expect(await erase(shop, id)).toMatchObject({ status: 422 });
  },
);

test('a review of an account is on its page', async ({ shop, wandId, person: { id } }) => {
  const review = { productId: wandId, rating: 4, content: 'It glows.', origin: 'live' as const };
  await shop.ctx.db.insert(reviews).values({ ...review, customerId: id });
  expect((await opened(shop, id)).details.reviews).toMatchObject([
    { rating: 4, content: 'It glows.', isApproved: false },
  ]);
});
