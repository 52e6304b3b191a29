import { readFileSync } from 'node:fs';

import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect } from 'vitest';

import { saveAddress } from '#modules/accounts/saved-addresses.server.ts';
import { consentedVisits } from '#modules/conversions/tables.server.ts';
import { withoutBuyer } from '#modules/checkout/stripe-intent.schema.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { askForReviews } from '#modules/marketing/automations.server.ts';
import { addressHash } from '#modules/marketing/automations.queries.server.ts';
import { automationEmails, automationRecipients } from '#modules/marketing/tables.server.ts';
import { eraseClosedOrders } from '#modules/orders/orders.personal-data.server.ts';
import { isClosed } from '#modules/orders/order-status.ts';
import { requestReturn } from '#modules/orders/returns.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { eraseBuyersAtProvider } from '#modules/payments/erase-buyers.server.ts';
import { paymentsMonitoring } from '#modules/payments/payments.monitoring.server.ts';
import { enqueueBuyerErasures } from '#modules/payments/payments.queries.server.ts';
import { pendingPaymentErasures } from '#modules/payments/tables.server.ts';
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
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { tablesWith as tablesOf } from '../../../tests/support/tables-containing.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { deleteAccount, exportPerson } from './export-erase.server.ts';

const photo = readFileSync('public/media/hero-480.jpg');

const test = testWithShop({ prepare: givenShipping }).extend('wandId', { scope: 'file', auto: true }, ({ shop }) =>
  givenProduct(shop, { onHand: 99 }),
);

/** Creates a customer with data in every part of the shop. Their town has a unique spelling. */
async function givenKnownCustomer(
  shop: TestShop,
  wandId: string,
  email: string,
  town: string,
): Promise<TestCustomer & { orderId: string }> {
  const customer = await givenCustomer(shop, email);
  const { visitor, user } = customer;
  await visitor.send('POST', '/capture-email', { email, trigger: 'newsletter' });
  const said = { product_id: wandId, rating: 5, content: 'Lovely.', reviewer_name: `${town} Rosen` };
  await visitor.send('POST', '/reviews', reviewForm(said, [photo]));
  await fillCart(visitor, wandId);
  const opened = await openCheckout(visitor);
  const contact = { email, firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };
  const place = { ...address, city: town };
  const details = { customer_info: contact, shipping_address: place, billing_address: place };
  await finalize(visitor, opened.checkoutId, { ...details, delivery_instructions: `Ring in ${town}` });
  await payWith(shop, opened.secret);
  const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: opened.intentId });
  await saveAddress(shop.ctx.db, user.id, { id: null, draft: { ...place, line2: '' }, makeDefault: true });
  await logHabit(shop.ctx, user.id, '');
  await addPhoto(shop.ctx, shop.limits, { userId: user.id, bytes: new Uint8Array(photo), saidDay: '' });
  return { visitor, user: { ...user, emailVerified: true }, orderId: (body.order as { id: string }).id };
}

/** Requests a return of the wand of a shipped order, with a reason. */
async function givenReturn(shop: TestShop, wandId: string, orderId: string, reason: string): Promise<void> {
  const shippedAt = new Date();
  const [order] = await shop.ctx.db
    .update(orders)
    .set({ status: 'shipped', shippedAt })
    .where(eq(orders.id, orderId))
    .returning();
  const orderNumber = order?.orderNumber ?? '';
  const announced = await requestReturn(
    shop.ctx,
    { orderNumber },
    { reason, lines: [{ productId: wandId, quantity: 1 }] },
  );
  expect(announced).toEqual({ ok: true, value: null });
}

const tablesWith = (shop: TestShop, text: string) => tablesOf(shop, text);
/** Deletes the account, and sends the email about it. */
async function remove(shop: TestShop, { user }: TestCustomer) {
  const deleted = await deleteAccount(shop.ctx, shopPersonalData, { user, requestId: 'r-1' });
  const farewells = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'data_erased'));
  for (const { id } of farewells) await sendMail(shop.ctx, shopMails, id);
  return deleted;
}
const orderOf = async (shop: TestShop, id: string) =>
  (await shop.ctx.db.select().from(orders).where(eq(orders.id, id)))[0];

const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: null };

test('the download holds every part of a customer, and nothing of another customer or of the credentials', async ({
  shop,
  wandId,
}) => {
  const mia = await givenKnownCustomer(shop, wandId, 'mia.data@example.com', 'Miatown');
  await givenKnownCustomer(shop, wandId, 'eve.data@example.com', 'Evetown');
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

async function givenMessage(shop: TestShop, email: string): Promise<string> {
  const typed = { name: 'Somebody', email, subject: 'Hi', message: 'My wand hums.' };
  const [row] = await shop.ctx.db.insert(contactMessages).values(typed).returning();
  return row?.id ?? '';
}

test('the download holds returns with reasons, the shop’s answers, and every logged day', async ({ shop, wandId }) => {
  const lia = await givenKnownCustomer(shop, wandId, 'lia.data@example.com', 'Liatown');
  await givenReturn(shop, wandId, lia.orderId, 'My skin got red');
  const id = await givenMessage(shop, lia.user.email);
  await answerMessage(shop.ctx, actor, { id, text: 'It should not.', seen: 0 });
  await addInternalNote(shop.ctx, actor, { id, text: 'A note of ours', seen: 1 });
  await shop.ctx.db.insert(habitLogs).values({ userId: lia.user.id, day: '2020-02-29' });
  const data = await exportPerson(shop.ctx, shopPersonalData, lia.user);
  expect(data).toMatchObject({
    orders: [{ returns: [{ reason: 'My skin got red', status: 'requested' }] }],
    messages: [{ message: 'My wand hums.', answers: [{ text: 'It should not.' }] }],
    reviews: [{ images: [expect.stringMatching(/^http:.+\/api\/review-images\/[0-9a-f-]{36}$/)] }],
  });
  expect(data.routineDays).toContain('2020-02-29');
  expect(JSON.stringify(data)).not.toMatch(/A note of ours|boss@shop/);
});

test('an account whose address was not confirmed in this browser downloads nothing of the address’s owner', async ({
  shop,
  wandId,
}) => {
  const eva = await givenKnownCustomer(shop, wandId, 'eva.data@example.com', 'Evatown');
  await givenMessage(shop, eva.user.email);
  const stranger = { ...eva.user, id: crypto.randomUUID(), emailVerified: false };
  const data = await exportPerson(shop.ctx, shopPersonalData, stranger);
  expect(data).toMatchObject({ addressConfirmedHere: false, mails: [], messages: [], newsletter: [], orders: [] });
  expect(JSON.stringify(data)).not.toContain('Order');
});

test('after deletion a person appears only in the open order, and in the books once that is closed', async ({
  shop,
  wandId,
}) => {
  const ada = await givenKnownCustomer(shop, wandId, 'ada.gone@example.com', 'Adatown');
  await givenReturn(shop, wandId, ada.orderId, 'Too strong for Adatown');
  await shop.ctx.db.update(mails).set({ state: 'sent' });
  // One mail was sent to the address as it was typed.
  const typed = { toAddress: 'Ada.Gone@Example.com' };
  await shop.ctx.db.update(mails).set(typed).where(eq(mails.toAddress, ada.user.email));
  const order = await orderOf(shop, ada.orderId);
  const visit = { checkoutId: order?.checkoutId ?? '', ip: '203.0.113.77', userAgent: 'Adatown', sourceUrl: '/' };
  await shop.ctx.db.insert(consentedVisits).values(visit);
  await shop.ctx.db.insert(rateLimitPoints).values({ key: `sign-in-account:${ada.user.email}` });
  expect(await remove(shop, ada)).toEqual({ ok: true, value: null });
  // The totals of guests use the address of the order that is still open.
  expect(await tablesWith(shop, 'ada.gone')).toEqual(['customer_figures', 'orders']);
  expect(await tablesWith(shop, 'Adatown')).toEqual(['order_returns', 'orders']);
  // Both logs are append-only. The id in them identifies nobody now.
  expect(await tablesWith(shop, ada.user.id)).toEqual(['audit_entries', 'security_events']);
  expect((await ada.visitor.send('GET', '/session')).body).toEqual({ user: null });
  await eraseClosedOrders(shop.ctx);
  expect(await orderOf(shop, ada.orderId)).toMatchObject({ email: 'ada.gone@example.com', customerId: null });
  await shop.ctx.db.update(orders).set({ status: 'completed', paymentMethod }).where(eq(orders.id, ada.orderId));
  await eraseClosedOrders(shop.ctx);
  expect([await tablesWith(shop, 'ada.gone'), await tablesWith(shop, 'Adatown')]).toEqual([[], ['orders']]);
  const retained = await orderOf(shop, ada.orderId);
  expect(retained).toMatchObject({ totalCents: 5_900, deliveryInstructions: '', paymentMethod: null });
  expect(retained?.shippingAddress).toMatchObject({ city: 'Adatown' });
  expect(retained?.customer).toEqual({ firstName: 'Mia', lastName: 'Rose', phone: '' });
  expect(retained?.email).toMatch(/^deleted-[0-9a-f-]{36}@account\.invalid$/);
});

test('a closed order is anonymized immediately; the review remains without name and picture', async ({
  shop,
  wandId,
}) => {
  const zoe = await givenKnownCustomer(shop, wandId, 'zoe.gone@example.com', 'Zoetown');
  await shop.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, zoe.orderId));
  const [review] = await shop.ctx.db.select().from(reviews).where(eq(reviews.customerId, zoe.user.id));
  await remove(shop, zoe);
  expect((await orderOf(shop, zoe.orderId))?.email).toMatch(/@account\.invalid$/);
  const id = review?.id ?? '';
  const [retained] = await shop.ctx.db.select().from(reviews).where(eq(reviews.id, id));
  expect(retained).toMatchObject({ content: 'Lovely.', rating: 5, reviewerName: null, customerId: null });
  expect(await shop.ctx.db.select().from(reviewImages).where(eq(reviewImages.reviewId, id))).toEqual([]);
});

type LetterGiven = { orderId: string; stoppedAt: Date | null };

/** Records a sent reminder and no review request, for an address that may have unsubscribed. */
async function givenAutomationEmails(
  shop: TestShop,
  email: string,
  { orderId, stoppedAt }: LetterGiven,
): Promise<string> {
  const name = addressHash(email);
  const [reader] = await shop.ctx.db.insert(automationRecipients).values({ addressHash: name, stoppedAt }).returning();
  const recipientId = reader?.id ?? '';
  await shop.ctx.db.insert(automationEmails).values([
    { recipientId, kind: 'abandoned_checkout', subjectId: crypto.randomUUID(), isSent: true },
    { recipientId, kind: 'review_request', subjectId: orderId, isSent: stoppedAt === null },
  ]);
  return name;
}

test.for([
  ['goes on getting automated emails', null, []],
  ['stopped them, so that the address is spared', new Date('2026-11-01T09:00:00Z'), ['automation_recipients']],
] as const)(
  'automated emails are in the download; deletion removes the address hash unless it is unsubscribed: a recipient who %s',
  async ([_who, stoppedAt, left], { shop, wandId }) => {
    const email = `automated-${left.length}@example.com`;
    const amy = await givenKnownCustomer(shop, wandId, email, 'Amytown');
    const name = await givenAutomationEmails(shop, email, { orderId: amy.orderId, stoppedAt });
    const data = await exportPerson(shop.ctx, shopPersonalData, amy.user);
    const at = expect.any(Date) as Date;
    expect(data.automatedEmails).toHaveLength(2);
    expect(data.automatedEmails).toContainEqual({ kind: 'abandoned_checkout', isSent: true, at });
    expect(data.automatedEmails).toContainEqual({ kind: 'review_request', isSent: stoppedAt === null, at });
    expect(data.unsubscribed).toEqual(stoppedAt === null ? [] : [{ at: stoppedAt }]);
    const count = await shop.ctx.db.$count(automationEmails);
    await remove(shop, amy);
    expect([await tablesWith(shop, name), await shop.ctx.db.$count(automationEmails)]).toEqual([left, count]);
  },
);

test.for(['queued', 'sent'] as const)(
  'deletion removes the person’s messages to the shop, including the copy for support (%s)',
  async (state, { shop }) => {
    const email = `wrote-${state}@example.com`;
    const una = await givenCustomer(shop, email);
    const typed = { name: 'Una Unatown', email: email.toUpperCase(), subject: 'Hi', message: 'My wand hums.' };
    const written = await una.visitor.send('POST', '/send-contact-email', typed);
    expect(written.status).toBe(200);
    const copies = eq(mails.kind, 'contact_message');
    await shop.ctx.db.update(mails).set({ state, text: 'From Una Unatown' }).where(copies);
    expect(await tablesWith(shop, 'Unatown')).toEqual(['contact_messages', 'mails']);
    await remove(shop, una);
    expect([await tablesWith(shop, 'Unatown'), await tablesWith(shop, email)]).toEqual([[], []]);
  },
);

test('an anonymized order triggers no review request', async ({ shop, wandId }) => {
  const ben = await givenKnownCustomer(shop, wandId, 'ben.gone@example.com', 'Bentown');
  const deliveredAt = new Date(Date.now() - 20 * 86_400_000);
  await shop.ctx.db.update(orders).set({ status: 'completed', deliveredAt }).where(eq(orders.id, ben.orderId));
  await remove(shop, ben);
  await askForReviews(shop.ctx);
  expect(await shop.ctx.db.$count(mails, eq(mails.kind, 'review_request'))).toBe(0);
});

/** Returns the metadata fields that the provider holds for an order's payment. */
async function namedAtProvider(shop: TestShop, orderId: string): Promise<string[]> {
  const { checkoutId } = (await orderOf(shop, orderId)) ?? { checkoutId: '' };
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const { metadata } = await shop.ctx.payments.readIntent(checkout?.paymentIntentId ?? '');
  const retained = ['order', 'items', 'contact', 'address', 'instructions'];
  return retained.filter((name) => metadata[name] !== undefined);
}

test('the provider forgets the person of a payment after the shop has, and retains the purchased items', async ({
  shop,
  wandId,
}) => {
  const joy = await givenKnownCustomer(shop, wandId, 'joy.gone@example.com', 'Joytown');
  await remove(shop, joy);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect(await namedAtProvider(shop, joy.orderId)).toEqual(['order', 'items', 'contact', 'address', 'instructions']);
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, joy.orderId));
  await eraseClosedOrders(shop.ctx);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect(await namedAtProvider(shop, joy.orderId)).toEqual(['order', 'items']);
  expect(await shop.ctx.db.$count(pendingPaymentErasures)).toBe(0);
});

test('a payment unknown to the provider counts as forgotten, and an unanswered request is retried', async ({
  shop,
  wandId,
}) => {
  const ray = await givenKnownCustomer(shop, wandId, 'ray.gone@example.com', 'Raytown');
  await shop.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, ray.orderId));
  await remove(shop, ray);
  await shop.ctx.db.insert(pendingPaymentErasures).values({ paymentIntentId: 'pi_of_other_keys' });
  const away = {
    ...shop.ctx.payments,
    updateMetadata: () => Promise.reject(new Stripe.errors.StripeConnectionError()),
  };
  await expect(eraseBuyersAtProvider({ ...shop.ctx, payments: away }, withoutBuyer)).rejects.toThrow(
    'the provider did not answer: the buyers of 2 payments are not erased there',
  );
  expect(await shop.ctx.db.$count(pendingPaymentErasures)).toBe(2);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  expect([await shop.ctx.db.$count(pendingPaymentErasures), await namedAtProvider(shop, ray.orderId)]).toEqual([
    0,
    ['order', 'items'],
  ]);
});

test('one run forgets more buyers than one batch holds, and shows how many wait and for how long', async ({ shop }) => {
  await enqueueBuyerErasures(shop.ctx.db, sql`select 'pi_many_' || n from generate_series(1, 120) n`);
  await shop.ctx.db.update(pendingPaymentErasures).set({ createdAt: sql`now() - interval '2 days'` });
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

test('a deletion is logged without identifying the person', async ({ shop }) => {
  const ivy = await givenCustomer(shop, 'ivy.gone@example.com');
  await remove(shop, ivy);
  const [entry] = await changesOf(shop.ctx.db, { subject: `customer:${ivy.user.id}` });
  expect(entry).toMatchObject({ action: 'account.delete', requestId: 'r-1', before: null, after: null });
  expect(entry?.actorEmail).toMatch(/@account\.invalid$/);
});

test('an admin, an old password confirmation and a pending payment are refused, and nothing is lost', async ({
  shop,
  wandId,
}) => {
  const boss = await givenCustomer(shop, 'boss@example.com', 'admin');
  expect(await remove(shop, boss)).toEqual({ ok: false, reason: 'is_admin' });
  const kim = await givenCustomer(shop, 'kim@example.com');
  const stale = { ...kim.user, confirmedAt: new Date(Date.now() - 15 * 60_000) };
  expect(await remove(shop, { ...kim, user: stale })).toEqual({ ok: false, reason: 'confirm_password' });
  await fillCart(kim.visitor, wandId);
  const { checkoutId } = await openCheckout(kim.visitor);
  await finalize(kim.visitor, checkoutId);
  expect(await remove(shop, kim)).toEqual({ ok: false, reason: 'being_paid' });
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
