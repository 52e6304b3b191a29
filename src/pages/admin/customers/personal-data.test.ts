import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { shopMails } from '#app/mails.server.ts';
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
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { tablesWith } from '../../../../tests/support/tables-containing.ts';
import { action, loader } from '../customer.tsx';
import { action as dataAction } from '../customer-data.ts';
import { loader as listLoader } from '../customers.tsx';

let shop: TestShop;
let productId: string;
beforeAll(async () => {
  shop = await openTestShop();
  productId = await givenProduct(shop, { onHand: 99 });
  await givenShipping(shop);
});
afterAll(() => shop.close());

type Pressed = { sure?: string; minutes?: number };

/** Submits the erasure of a customer, `minutes` after the admin's last password confirmation. */
async function erase(id: string, { sure = '1', minutes = 0 }: Pressed = {}) {
  const admin = signedIn({ confirmedAt: new Date(Date.now() - minutes * 60_000) });
  const call = pageCall(shop, `/admin/customers/${id}`, admin, formOf({ form: 'erase', sure }));
  const answer = await action({ ...call, params: { id } });
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('location') };
  const { message, question } = answer.data;
  return { status: answer.init?.status, message, question };
}

async function download(id: string) {
  const call = pageCall(shop, `/admin/customers/${id}/data.json`, signedIn(), formOf({ form: 'export' }));
  const answer = await dataAction({ ...call, params: { id } });
  if (!(answer instanceof Response)) throw new Error('no file');
  return { headers: answer.headers, text: await answer.text() };
}

const opened = (id: string) =>
  loader({ ...pageCall(shop, `/admin/customers/${encodeURIComponent(id)}`, signedIn()), params: { id } });

const listed = async (query = '') =>
  (await listLoader(pageCall(shop, `/admin/customers${query}`, signedIn()))).list.rows.map(({ email }) => email);

/**
 * Buys a wand as a guest whose town has a unique spelling, and counts the confirmation as sent.
 * Returns the order's id.
 */
async function givenGuestOrder(email: string, town: string): Promise<string> {
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId);
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
async function sendFarewells(): Promise<void> {
  const queued = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'data_erased'));
  for (const { id } of queued) await sendMail(shop.ctx, shopMails, id);
}

const order = async (id: string) => (await shop.ctx.db.select().from(orders).where(eq(orders.id, id)))[0];

test('a guest is exported as a file with orders, returns, messages and checkouts, and nothing of another guest', async () => {
  const email = 'gia.data@example.com';
  const id = await givenGuestOrder(email, 'Giatown');
  await givenGuestOrder('eve.data@example.com', 'Evetown');
  const shipped = { status: 'shipped', shippedAt: new Date() } as const;
  await shop.ctx.db.update(orders).set(shipped).where(eq(orders.id, id));
  const { orderNumber = '' } = (await order(id)) ?? {};
  await requestReturn(shop.ctx, { orderNumber }, { reason: 'Too red', lines: [{ productId, quantity: 1 }] });
  await shop.ctx.db.insert(contactMessages).values({ name: 'Gia', email, subject: 'Hi', message: 'It hums.' });
  const { headers, text } = await download(email);
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
  const page = await opened(email);
  expect(page.details).toMatchObject({
    newestOrders: [{ orderNumber }],
    returns: [{ orderNumber, status: 'requested' }],
    messages: [{ subject: 'Hi' }],
    reviews: [],
    phones: ['415 555 0132'],
  });
  expect(page.details.addresses[0]).toContain('Giatown, CA 94103');
});

test('erasing a guest asks first, then for a fresh password, and leaves orders in the books only', async () => {
  const email = 'gus.gone@example.com';
  const open = await givenGuestOrder(email, 'Gustown');
  const closed = await givenGuestOrder(email, 'Gustown');
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, closed));
  await shop.ctx.db.insert(contactMessages).values({ name: 'Gus', email, subject: 'Hi', message: 'It hums.' });
  expect(await erase(email, { sure: '' })).toMatchObject({ question: 'sure', message: '' });
  expect(await erase(email, { minutes: 15 })).toMatchObject({ status: 403, question: 'password' });
  expect(await listed('?q=gus.gone')).toEqual([email]);
  expect(await erase(email)).toEqual({ status: 302, to: '/admin/customers?erased' });
  await sendFarewells();
  // The open order keeps its email until it is closed, but nobody finds its customer any more.
  expect(await tablesWith(shop, email)).toEqual(['customer_figures', 'orders']);
  expect(await listed('?q=gus.gone')).toEqual([]);
  expect(await listed('?q=gia guest')).not.toContain(email);
  expect(await listed(`?q=${(await order(open))?.orderNumber ?? ''}`)).toEqual([]);
  await expect(opened(email)).rejects.toMatchObject({ status: 404 });
  expect(await erase(email)).toMatchObject({ status: 422, message: 'This customer does not exist any more.' });
  const retained = await order(closed);
  expect(retained).toMatchObject({ totalCents: 5_900, shippingAddress: { city: 'Gustown' } });
  expect(retained?.email).toMatch(/@account\.invalid$/);
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, open));
  await eraseClosedOrders(shop.ctx);
  expect([await tablesWith(shop, email), await tablesWith(shop, 'Gustown')]).toEqual([[], ['orders']]);
  expect(await listed()).not.toContain((await order(open))?.email);
  const erased = (await changesOf(shop.ctx.db)).filter(({ action: name }) => name === 'customer.erase');
  expect(erased).toMatchObject([{ actorEmail: 'admin@shop.example', before: null, after: null }]);
  expect(erased[0]?.subject).toMatch(/^guest:[\w-]{16}$/);
});

test('an erased guest who buys again is listed again', async () => {
  const email = 'back@example.com';
  await givenGuestOrder(email, 'Backtown');
  await erase(email);
  expect(await listed('?q=back@')).toEqual([]);
  await givenGuestOrder(email, 'Backtown');
  expect(await listed('?q=back@')).toEqual([email]);
});

test('a guest whose payment is being processed is not erased, and an unpaid checkout goes with its guest', async () => {
  const email = 'pay@example.com';
  await givenOrderRow(shop, { email, status: 'completed' });
  const visitor = newVisitor(shop);
  await fillCart(visitor, productId);
  const { checkoutId } = await openCheckout(visitor);
  const contact = { email: 'Pay@Example.com', firstName: 'Pam', lastName: 'Paytown', phone: '415 555 0132' };
  await finalize(visitor, checkoutId, { customer_info: contact });
  expect(await erase(email)).toMatchObject({
    status: 422,
    message: 'A payment of this customer is being processed. Try again in a few minutes.',
  });
  expect(await listed('?q=pay@')).toEqual([email]);
  await shop.ctx.db.update(checkouts).set({ state: 'expired' }).where(eq(checkouts.id, checkoutId));
  expect(await erase(email)).toMatchObject({ status: 302 });
  expect(await tablesWith(shop, 'Paytown')).toEqual([]);
});

test('erasing an account deletes it with its guest orders, and tells its owner by an email that is forgotten', async () => {
  const { id, email } = await givenPerson(shop);
  await shop.ctx.db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
  const draft = { ...address, line2: '', city: 'Annetown' };
  await saveAddress(shop.ctx.db, id, { id: null, draft, makeDefault: true });
  const orderId = await givenGuestOrder(email, 'Annetown');
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, orderId));
  expect((await opened(id)).customer).toMatchObject({ isGuest: false, orders: 1 });
  await expect(opened(email)).rejects.toMatchObject({ status: 302 });
  expect(JSON.parse((await download(id)).text)).toMatchObject({
    account: [{ email }],
    addresses: [{ city: 'Annetown' }],
    orders: [{ shippingAddress: { city: 'Annetown' } }],
  });
  expect(await erase(id)).toEqual({ status: 302, to: '/admin/customers?erased' });
  const toThem = and(eq(mails.toAddress, email), eq(mails.kind, 'data_erased'));
  const [farewell] = await shop.ctx.db.select().from(mails).where(toThem);
  expect(farewell).toMatchObject({ state: 'queued', subject: 'Your data is deleted' });
  await sendFarewells();
  const sentId = farewell?.id ?? '';
  const [sent] = await shop.ctx.db.select().from(mails).where(eq(mails.id, sentId));
  expect(sent).toMatchObject({ state: 'sent', toAddress: '', content: null, html: null, text: null });
  expect([await tablesWith(shop, email), await tablesWith(shop, 'Annetown')]).toEqual([[], ['orders']]);
  const [entry] = await changesOf(shop.ctx.db, { subject: `customer:${id}`, limit: 1 });
  expect(entry).toMatchObject({ action: 'customer.erase', actorEmail: 'admin@shop.example' });
});

test('an administrator is not erased', async () => {
  const { id, email } = await givenPerson(shop, 'admin');
  expect(await erase(id)).toMatchObject({
    status: 422,
    message: 'This is an administrator. Remove the admin role first, then erase the customer.',
  });
  expect(await shop.ctx.db.$count(users, eq(users.email, email))).toBe(1);
  expect(await shop.ctx.db.$count(userRoles, eq(userRoles.userId, id))).toBe(1);
});

test.each(['nobody@example.com', '00000000-0000-4000-8000-000000000000', "' or 1=1"])(
  'the customer %j is neither exported nor erased',
  async (id) => {
    await expect(download(id)).rejects.toMatchObject({ status: 404 });
    expect(await erase(id)).toMatchObject({ status: 422 });
  },
);

test('a review of an account is on its page', async () => {
  const { id } = await givenPerson(shop);
  const review = { productId, rating: 4, content: 'It glows.', origin: 'live' as const };
  await shop.ctx.db.insert(reviews).values({ ...review, customerId: id });
  expect((await opened(id)).details.reviews).toMatchObject([{ rating: 4, content: 'It glows.', isApproved: false }]);
});
