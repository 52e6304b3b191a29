import { readFileSync } from 'node:fs';

import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { saveAddress } from '#modules/accounts/saved-addresses.server.ts';
import { agreedVisits } from '#modules/conversions/tables.server.ts';
import { withoutBuyer } from '#modules/checkout/stripe-intent.schema.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { addressHash, askForReviews } from '#modules/marketing/automations.server.ts';
import { automationEmails, automationRecipients } from '#modules/marketing/tables.server.ts';
import { eraseClosedOrders } from '#modules/orders/orders.personal-data.server.ts';
import { isClosed } from '#modules/orders/order-status.ts';
import { requestReturn } from '#modules/orders/returns.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { eraseBuyersAtProvider } from '#modules/payments/erase-buyers.server.ts';
import { paymentsMonitoring } from '#modules/payments/payments.monitoring.server.ts';
import { insertBuyerErasures } from '#modules/payments/payments.queries.server.ts';
import { paymentsToForget } from '#modules/payments/tables.server.ts';
import { reviewImages, reviews } from '#modules/reviews/tables.server.ts';
import { answerMessage, addInternalNote } from '#modules/contact/inbox.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { addPhoto, logHabit } from '#modules/habit-tracker/habit-tracker.server.ts';
import { habitLogs } from '#modules/habit-tracker/tables.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import {
  address,
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  openCheckout,
  payWith,
  reviewForm,
} from '../../../tests/support/shop-visitor.ts';
import { givenCustomer, type TestCustomer } from '../../../tests/support/customer.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { tablesWith as tablesOf } from '../../../tests/support/tables-containing.ts';
import { shopMails } from '#app/mails.server.ts';
import { shopPersonalData } from '#app/personal-data.server.ts';
import { emptyNotes, notesBy, orderNotes } from '#shared/order-notes.ts';
import { deleteAccount, exportPerson } from './personal-data.server.ts';

const photo = readFileSync('public/media/hero-480.jpg');

let shop: TestShop;
let productId: string;
beforeAll(async () => {
  shop = await openTestShop();
  productId = await givenProduct(shop, { onHand: 99 });
  await givenShipping(shop);
});
afterAll(() => shop.close());

/** Creates a customer with data in every part of the shop. Their town has a unique spelling. */
async function givenKnownCustomer(email: string, town: string): Promise<TestCustomer & { orderId: string }> {
  const customer = await givenCustomer(shop, email);
  const { visitor, user } = customer;
  await visitor.send('POST', '/capture-email', { email, trigger: 'newsletter' });
  const said = { product_id: productId, rating: 5, content: 'Lovely.', reviewer_name: `${town} Rosen` };
  await visitor.send('POST', '/reviews', reviewForm(said, [photo]));
  await fillCart(visitor, productId);
  const opened = await openCheckout(visitor);
  const contact = { email, firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };
  const place = { ...address, city: town };
  const details = { customer_info: contact, shipping_address: place, billing_address: place };
  await finalize(visitor, opened.checkoutId, { ...details, ...notesBy('wire', ({ label }) => `${label} in ${town}`) });
  await payWith(shop, opened.secret);
  const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: opened.intentId });
  await saveAddress(shop.ctx.db, user.id, { id: null, draft: { ...place, line2: '' }, makeDefault: true });
  await logHabit(shop.ctx, user.id, '');
  await addPhoto(shop.ctx, shop.limits, { userId: user.id, bytes: new Uint8Array(photo), saidDay: '' });
  return { visitor, user: { ...user, emailVerified: true }, orderId: (body.order as { id: string }).id };
}

/** Requests a return of the wand of a shipped order, with a reason. */
async function givenReturn(orderId: string, reason: string): Promise<void> {
  const shippedAt = new Date();
  const [order] = await shop.ctx.db
    .update(orders)
    .set({ status: 'shipped', shippedAt })
    .where(eq(orders.id, orderId))
    .returning();
  const orderNumber = order?.orderNumber ?? '';
  const announced = await requestReturn(shop.ctx, { orderNumber }, { reason, lines: [{ productId, quantity: 1 }] });
  expect(announced).toEqual({ ok: true, value: null });
}

const tablesWith = (text: string) => tablesOf(shop, text);
/** Deletes the account, and sends the email about it. */
async function remove({ user }: TestCustomer) {
  const deleted = await deleteAccount(shop.ctx, shopPersonalData, { user, requestId: 'r-1' });
  const farewells = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'data_erased'));
  for (const { id } of farewells) await sendMail(shop.ctx, shopMails, id);
  return deleted;
}
const orderOf = async (id: string) => (await shop.ctx.db.select().from(orders).where(eq(orders.id, id)))[0];

const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: null };

test('the download holds every part of a customer, and nothing of another customer or of the credentials', async () => {
  const mia = await givenKnownCustomer('mia.data@example.com', 'Miatown');
  await givenKnownCustomer('eve.data@example.com', 'Evetown');
  await shop.ctx.db.update(orders).set({ paymentMethod });
  const data = await exportPerson(shop.ctx, shopPersonalData, mia.user);
  expect(data).toMatchObject({
    account: [{ email: 'mia.data@example.com', emailVerified: true }],
    profile: [{ firstName: 'Mia', lastName: 'Rose' }],
    addresses: [{ city: 'Miatown' }],
    orders: [{ totalCents: 5_900, paymentMethod, shippingAddress: { city: 'Miatown' } }],
    reviews: [{ reviewerName: 'Miatown Rosen' }],
    newsletter: [{ email: 'mia.data@example.com' }],
    progressPhotos: [{ width: 480 }],
  });
  expect(data.routineDays).toHaveLength(1);
  expect(data.mails).toContainEqual(expect.objectContaining({ kind: 'order_confirmation' }));
  const text = JSON.stringify(data);
  for (const secret of ['Evetown', 'eve.data', 'token', 'password', 'clientSecret']) expect(text).not.toContain(secret);
});

const actor = { id: crypto.randomUUID(), email: 'boss@shop.example', requestId: 'r-1' };

async function givenMessage(email: string): Promise<string> {
  const typed = { name: 'Somebody', email, subject: 'Hi', message: 'My wand hums.' };
  const [row] = await shop.ctx.db.insert(contactMessages).values(typed).returning();
  return row?.id ?? '';
}

test('the download holds returns with reasons, the shop’s answers, and every logged day', async () => {
  const lia = await givenKnownCustomer('lia.data@example.com', 'Liatown');
  await givenReturn(lia.orderId, 'My skin got red');
  const id = await givenMessage(lia.user.email);
  await answerMessage(shop.ctx, actor, { id, text: 'It should not.', seen: 0 });
  await addInternalNote(shop.ctx, actor, { id, text: 'A note of ours', seen: 1 });
  await shop.ctx.db.insert(habitLogs).values({ userId: lia.user.id, day: '2020-02-29' });
  const data = await exportPerson(shop.ctx, shopPersonalData, lia.user);
  expect(data).toMatchObject({
    orders: [{ returns: [{ reason: 'My skin got red', status: 'requested' }] }],
    messages: [{ message: 'My wand hums.', answers: [{ text: 'It should not.' }] }],
    reviews: [{ images: [expect.stringMatching(/^http:.+\/api\/reviews\/images\/[0-9a-f-]{36}$/)] }],
  });
  expect(data.routineDays).toContain('2020-02-29');
  expect(JSON.stringify(data)).not.toMatch(/A note of ours|boss@shop/);
});

test('an account whose address was not confirmed in this browser downloads nothing of the address’s owner', async () => {
  const eva = await givenKnownCustomer('eva.data@example.com', 'Evatown');
  await givenMessage(eva.user.email);
  const stranger = { ...eva.user, id: crypto.randomUUID(), emailVerified: false };
  const data = await exportPerson(shop.ctx, shopPersonalData, stranger);
  expect(data).toMatchObject({ addressConfirmedHere: false, mails: [], messages: [], newsletter: [], orders: [] });
  expect(JSON.stringify(data)).not.toContain('Order');
});

test('after deletion a person appears only in the open order, and in the books once that is closed', async () => {
  const ada = await givenKnownCustomer('ada.gone@example.com', 'Adatown');
  await givenReturn(ada.orderId, 'Too strong for Adatown');
  await shop.ctx.db.update(mails).set({ state: 'sent' });
  // One mail was sent to the address as it was typed.
  const typed = { toAddress: 'Ada.Gone@Example.com' };
  await shop.ctx.db.update(mails).set(typed).where(eq(mails.toAddress, ada.user.email));
  const order = await orderOf(ada.orderId);
  const visit = { checkoutId: order?.checkoutId ?? '', ip: '203.0.113.77', userAgent: 'Adatown', sourceUrl: '/' };
  await shop.ctx.db.insert(agreedVisits).values(visit);
  await shop.ctx.db.insert(rateLimitPoints).values({ key: `sign-in-account:${ada.user.email}` });
  expect(await remove(ada)).toEqual({ ok: true, value: null });
  // The totals of guests use the address of the order that is still open.
  expect(await tablesWith('ada.gone')).toEqual(['customer_figures', 'orders']);
  expect(await tablesWith('Adatown')).toEqual(['order_returns', 'orders']);
  // Both logs are append-only. The id in them identifies nobody now.
  expect(await tablesWith(ada.user.id)).toEqual(['audit_entries', 'security_events']);
  expect((await ada.visitor.send('GET', '/session')).body).toEqual({ user: null });
  await eraseClosedOrders(shop.ctx);
  expect(await orderOf(ada.orderId)).toMatchObject({ email: 'ada.gone@example.com', customerId: null });
  await shop.ctx.db.update(orders).set({ status: 'completed', paymentMethod }).where(eq(orders.id, ada.orderId));
  await eraseClosedOrders(shop.ctx);
  expect([await tablesWith('ada.gone'), await tablesWith('Adatown')]).toEqual([[], ['orders']]);
  const retained = await orderOf(ada.orderId);
  expect(retained).toMatchObject({ totalCents: 5_900, ...emptyNotes, paymentMethod: null });
  expect(retained?.shippingAddress).toMatchObject({ city: 'Adatown' });
  expect(retained?.customer).toEqual({ firstName: 'Mia', lastName: 'Rose', phone: '' });
  expect(retained?.email).toMatch(/^deleted-[0-9a-f-]{36}@account\.invalid$/);
});

test('a closed order is anonymized immediately; the review remains without name and picture', async () => {
  const zoe = await givenKnownCustomer('zoe.gone@example.com', 'Zoetown');
  await shop.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, zoe.orderId));
  const [review] = await shop.ctx.db.select().from(reviews).where(eq(reviews.customerId, zoe.user.id));
  await remove(zoe);
  expect((await orderOf(zoe.orderId))?.email).toMatch(/@account\.invalid$/);
  const id = review?.id ?? '';
  const [retained] = await shop.ctx.db.select().from(reviews).where(eq(reviews.id, id));
  expect(retained).toMatchObject({ content: 'Lovely.', rating: 5, reviewerName: null, customerId: null });
  expect(await shop.ctx.db.select().from(reviewImages).where(eq(reviewImages.reviewId, id))).toEqual([]);
});

type LetterGiven = { orderId: string; stoppedAt: Date | null };

/** Records a sent reminder and no review request, for an address that may have unsubscribed. */
async function givenAutomationEmails(email: string, { orderId, stoppedAt }: LetterGiven): Promise<string> {
  const name = addressHash(email);
  const [reader] = await shop.ctx.db.insert(automationRecipients).values({ addressHash: name, stoppedAt }).returning();
  const recipientId = reader?.id ?? '';
  await shop.ctx.db.insert(automationEmails).values([
    { recipientId, kind: 'abandoned_checkout', aboutId: crypto.randomUUID(), isSent: true },
    { recipientId, kind: 'review_request', aboutId: orderId, isSent: stoppedAt === null },
  ]);
  return name;
}

test.each([
  ['goes on getting automated emails', null, []],
  ['stopped them, so that the address is spared', new Date('2026-11-01T09:00:00Z'), ['automation_recipients']],
])(
  'automated emails are in the download; deletion removes the address hash unless it is unsubscribed: a recipient who %s',
  async (_who, stoppedAt, left) => {
    const email = `automated-${left.length}@example.com`;
    const amy = await givenKnownCustomer(email, 'Amytown');
    const name = await givenAutomationEmails(email, { orderId: amy.orderId, stoppedAt });
    const data = await exportPerson(shop.ctx, shopPersonalData, amy.user);
    const at = expect.any(Date) as Date;
    expect(data.automatedEmails).toHaveLength(2);
    expect(data.automatedEmails).toContainEqual({ kind: 'abandoned_checkout', isSent: true, at });
    expect(data.automatedEmails).toContainEqual({ kind: 'review_request', isSent: stoppedAt === null, at });
    expect(data.unsubscribed).toEqual(stoppedAt === null ? [] : [{ at: stoppedAt }]);
    const count = await shop.ctx.db.$count(automationEmails);
    await remove(amy);
    expect([await tablesWith(name), await shop.ctx.db.$count(automationEmails)]).toEqual([left, count]);
  },
);

test.each(['queued', 'sent'] as const)(
  'deletion removes the person’s messages to the shop, including the copy for support (%s)',
  async (state) => {
    const email = `wrote-${state}@example.com`;
    const una = await givenCustomer(shop, email);
    const typed = { name: 'Una Unatown', email: email.toUpperCase(), subject: 'Hi', message: 'My wand hums.' };
    const written = await una.visitor.send('POST', '/send-contact-email', typed);
    expect(written.status).toBe(200);
    const copies = eq(mails.kind, 'contact_message');
    await shop.ctx.db.update(mails).set({ state, text: 'From Una Unatown' }).where(copies);
    expect(await tablesWith('Unatown')).toEqual(['contact_messages', 'mails']);
    await remove(una);
    expect([await tablesWith('Unatown'), await tablesWith(email)]).toEqual([[], []]);
  },
);

test('an anonymized order triggers no review request', async () => {
  const ben = await givenKnownCustomer('ben.gone@example.com', 'Bentown');
  const deliveredAt = new Date(Date.now() - 20 * 86_400_000);
  await shop.ctx.db.update(orders).set({ status: 'completed', deliveredAt }).where(eq(orders.id, ben.orderId));
  await remove(ben);
  await askForReviews(shop.ctx);
  expect(await shop.ctx.db.$count(mails, eq(mails.kind, 'review_request'))).toBe(0);
});

const partsOfNotes = orderNotes.map(({ part }) => part);

/** Returns the metadata fields that the provider holds for an order's payment. */
async function namedAtProvider(orderId: string): Promise<string[]> {
  const { checkoutId } = (await orderOf(orderId)) ?? { checkoutId: '' };
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const { metadata } = await shop.ctx.payments.readIntent(checkout?.paymentIntentId ?? '');
  const retained = ['order', 'items', 'contact', 'address', ...partsOfNotes];
  return retained.filter((name) => metadata[name] !== undefined);
}

test('the provider forgets the person of a payment after the shop has, and retains the purchased items', async () => {
  const joy = await givenKnownCustomer('joy.gone@example.com', 'Joytown');
  await remove(joy);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect(await namedAtProvider(joy.orderId)).toEqual(['order', 'items', 'contact', 'address', ...partsOfNotes]);
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, joy.orderId));
  await eraseClosedOrders(shop.ctx);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect(await namedAtProvider(joy.orderId)).toEqual(['order', 'items']);
  expect(await shop.ctx.db.$count(paymentsToForget)).toBe(0);
});

test('a payment unknown to the provider counts as forgotten, and an unanswered request is retried', async () => {
  const ray = await givenKnownCustomer('ray.gone@example.com', 'Raytown');
  await shop.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, ray.orderId));
  await remove(ray);
  await shop.ctx.db.insert(paymentsToForget).values({ paymentIntentId: 'pi_of_other_keys' });
  const away = {
    ...shop.ctx.payments,
    updateMetadata: () => Promise.reject(new Stripe.errors.StripeConnectionError()),
  };
  await eraseBuyersAtProvider({ ...shop.ctx, payments: away }, withoutBuyer);
  expect(await shop.ctx.db.$count(paymentsToForget)).toBe(2);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect([await shop.ctx.db.$count(paymentsToForget), await namedAtProvider(ray.orderId)]).toEqual([
    0,
    ['order', 'items'],
  ]);
});

test('one run forgets more buyers than one batch holds, and shows how many wait and for how long', async () => {
  await insertBuyerErasures(shop.ctx.db, sql`select 'pi_many_' || n from generate_series(1, 120) n`);
  await shop.ctx.db.update(paymentsToForget).set({ createdAt: sql`now() - interval '2 days'` });
  const gauge = paymentsMonitoring.gauges?.[0];
  const [entry] = paymentsMonitoring.attention ?? [];
  if (gauge === undefined || entry === undefined) throw new Error('nothing is monitored');
  expect((await shop.ctx.db.execute(gauge.counts)).rows).toEqual([{ count: 120 }]);
  const late = async () => (await shop.ctx.db.execute(sql`select count(*)::int ${entry.rows}`)).rows;
  expect(await late()).toEqual([{ count: 120 }]);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect((await shop.ctx.db.execute(gauge.counts)).rows).toEqual([{ count: 0 }]);
  expect(await late()).toEqual([{ count: 0 }]);
});

test('a deletion is logged without identifying the person', async () => {
  const ivy = await givenCustomer(shop, 'ivy.gone@example.com');
  await remove(ivy);
  const [entry] = await changesOf(shop.ctx.db, { subject: `customer:${ivy.user.id}` });
  expect(entry).toMatchObject({ action: 'account.delete', requestId: 'r-1', before: null, after: null });
  expect(entry?.actorEmail).toMatch(/@account\.invalid$/);
});

test('an admin, an old password confirmation and a pending payment are refused, and nothing is lost', async () => {
  const boss = await givenCustomer(shop, 'boss@example.com', 'admin');
  expect(await remove(boss)).toEqual({ ok: false, reason: 'is_admin' });
  const kim = await givenCustomer(shop, 'kim@example.com');
  const stale = { ...kim.user, confirmedAt: new Date(Date.now() - 15 * 60_000) };
  expect(await remove({ ...kim, user: stale })).toEqual({ ok: false, reason: 'confirm_password' });
  await fillCart(kim.visitor, productId);
  const { checkoutId } = await openCheckout(kim.visitor);
  await finalize(kim.visitor, checkoutId);
  expect(await remove(kim)).toEqual({ ok: false, reason: 'being_paid' });
  expect((await kim.visitor.send('GET', '/session')).body).toMatchObject({ user: { email: 'kim@example.com' } });
});

test.each([
  ['completed', 'paid', null, true],
  ['cancelled', 'paid', null, true],
  ['shipped', 'refunded', null, true],
  ['delivered', 'paid', null, false],
  ['confirmed', 'paid', null, false],
  ['cancelled', 'paid', 'dispute', false],
] as const)('an order that is %s, %s and held for %s is closed: %s', (status, paymentStatus, holdReason, closed) => {
  expect(isClosed({ status, paymentStatus, holdReason })).toBe(closed);
});
