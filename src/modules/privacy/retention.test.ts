import { createHash } from 'node:crypto';

import { desc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { retention } from '#content/retention.ts';
import { devices, sessions, signUps, verifications } from '#modules/accounts/tables.server.ts';
import { carts } from '#modules/cart/tables.server.ts';
import { checkouts, checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { phoneOrders } from '#modules/phone-orders/tables.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { automationEmails, automationRecipients, emailCaptures } from '#modules/marketing/tables.server.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { pendingPaymentErasures, stripeEvents } from '#modules/payments/tables.server.ts';
import { taxRateCache } from '#modules/tax/tables.server.ts';

import { givenPaidOrder, givenProduct, givenReadyCheckout } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { eraseOldData } from './retention.server.ts';

const now = new Date('2026-11-21T12:00:00Z');
const agoMs = (ms: number) => new Date(now.getTime() - ms);
const days = (count: number) => count * 24 * 60 * 60 * 1000;

const test = testWithShop({ now: () => now });

/** Returns the last time that is still retained, and the first that is erased. */
const edge = (count: number) => [agoMs(days(count)), agoMs(days(count) + 1)] as const;

async function forget(shop: TestShop): Promise<Record<string, number>> {
  const counts = await eraseOldData(shop.ctx, shopPersonalData);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

async function givenCheckout(shop: TestShop, createdAt: Date): Promise<string> {
  const { checkoutId } = await givenReadyCheckout(shop, await givenProduct(shop, { onHand: null }));
  await shop.ctx.db.update(checkouts).set({ state: 'expired', createdAt }).where(eq(checkouts.id, checkoutId));
  return checkoutId;
}

async function knows(shop: TestShop, checkoutId: string): Promise<boolean> {
  const rows = await shop.ctx.db.select().from(checkoutQuotes).where(eq(checkoutQuotes.checkoutId, checkoutId));
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  const said = JSON.stringify(rows);
  const isKnown = ['Mia', 'Market Street', '415 555'].some((word) => said.includes(word));
  expect(checkout?.visitorIp === '').toBe(!isKnown);
  return isKnown;
}

test('an unpaid checkout retains personal data for exactly 30 days, and its price forever', async ({ shop }) => {
  const [retained, gone] = edge(retention.checkoutDays);
  const [young, old] = [await givenCheckout(shop, retained), await givenCheckout(shop, gone)];
  expect(await forget(shop)).toMatchObject({ checkoutPlaces: 1 });
  expect(await shop.ctx.db.$count(pendingPaymentErasures)).toBe(1);
  expect([await knows(shop, young), await knows(shop, old)]).toEqual([true, false]);
  const [snapshot] = await shop.ctx.db.select().from(checkoutQuotes).where(eq(checkoutQuotes.checkoutId, old));
  expect(snapshot?.body).toMatchObject({ totalCents: 5_900, contact: null, shippingAddress: null });
  expect(await forget(shop)).toEqual({});
});

test('a paid order retains its customer after its checkout is erased', async ({ shop }) => {
  const { orderId, checkoutId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const createdAt = agoMs(days(400));
  await shop.ctx.db.update(checkouts).set({ createdAt }).where(eq(checkouts.id, checkoutId));
  await forget(shop);
  expect(await knows(shop, checkoutId)).toBe(false);
  expect(await findOrder(shop.ctx.db, orderId)).toMatchObject({
    email: 'mia@example.com',
    customer: { firstName: 'Mia' },
  });
});

test('a checkout that is still being paid is not erased', async ({ shop }) => {
  const id = await givenCheckout(shop, agoMs(days(400)));
  await shop.ctx.db.update(checkouts).set({ state: 'payment_processing' }).where(eq(checkouts.id, id));
  await forget(shop);
  expect(await knows(shop, id)).toBe(true);
  await shop.ctx.db.update(checkouts).set({ state: 'expired', createdAt: now }).where(eq(checkouts.id, id));
});

test('guest carts are deleted with their cookie after 90 days; customer carts remain', async ({ shop }) => {
  const [retained, gone] = edge(retention.guestCartDays);
  await shop.ctx.db.insert(carts).values([
    { tokenHash: 'young', updatedAt: retained },
    { tokenHash: 'old', updatedAt: gone },
    { buyer: 'guest:old', updatedAt: gone },
    { customerId: 'c1', updatedAt: gone },
    { buyer: 'customer:c1', updatedAt: gone },
  ]);
  expect(await forget(shop)).toEqual({ guestCarts: 2 });
});

const written = { name: 'Mia', email: 'mia@example.com', subject: 'Hi', message: 'Hello' };

test('messages to the shop are retained for a year', async ({ shop }) => {
  const rows = edge(retention.contactMessageDays).map((createdAt) => ({ ...written, createdAt }));
  await shop.ctx.db.insert(contactMessages).values(rows);
  expect(await forget(shop)).toEqual({ contactMessages: 1 });
});

test('a phone order loses its contact 30 days after its link ends', async ({ shop }) => {
  const typed = { email: 'mia@example.com', customer: { firstName: 'Mia', lastName: 'Rose', phone: '' }, items: [] };
  const rows = edge(retention.phoneOrderDays).map((expiresAt) => ({
    ...typed,
    id: crypto.randomUUID(),
    createdBy: 'boss@shop.example',
    expiresAt,
  }));
  await shop.ctx.db.insert(phoneOrders).values(rows);
  expect(await forget(shop)).toEqual({ phoneOrders: 1 });
  const stored = await shop.ctx.db.select().from(phoneOrders).orderBy(desc(phoneOrders.expiresAt));
  expect(stored.map(({ email, customer }) => [email, customer?.firstName])).toEqual([
    ['mia@example.com', 'Mia'],
    [null, undefined],
  ]);
});

test('after 90 days a sent mail loses its text and recipient; a pending one stays complete', async ({ shop }) => {
  await shop.ctx.db.execute(sql`truncate mails`);
  const [retained, gone] = edge(retention.mailDays);
  const content = { kind: 'test_simple', data: { sentAt: '', shopUrl: '' } } as const;
  const mail = (name: string, createdAt: Date, state: 'sent' | 'failed' | 'queued') => ({
    kind: name,
    content,
    createdAt,
    state,
    messageId: `<${name}@x>`,
    toAddress: 'mia@example.com',
    html: 'Mia',
    text: 'Mia',
    lastError: 'mia@example.com',
  });
  await shop.ctx.db
    .insert(mails)
    .values([
      mail('young', retained, 'sent'),
      mail('old', gone, 'sent'),
      mail('lost', gone, 'failed'),
      mail('owed', gone, 'queued'),
    ]);
  expect(await forget(shop)).toEqual({ mails: 2 });
  const rows = await shop.ctx.db.select().from(mails);
  const known = rows.filter((row) => JSON.stringify(row).match(/mia/i)).map(({ kind }) => kind);
  expect(new Set(known)).toEqual(new Set(['young', 'owed']));
});

const capture = (email: string, createdAt: Date) => ({
  email,
  createdAt,
  trigger: 'manual' as const,
  discountPercent: 15,
  consentVersion: '2026-11-21',
});

test('an address left for a code is retained for two years, or until 30 days after unsubscribing', async ({ shop }) => {
  const [retained, gone] = edge(retention.captureDays);
  const [lately, before] = edge(retention.stoppedDays);
  const [a, b, c] = ['kept@example.com', 'lately@example.com', 'stopped@example.com'] as const;
  const monthsAgo = agoMs(days(60));
  await shop.ctx.db
    .insert(emailCaptures)
    .values([capture(a, retained), capture('old@example.com', gone), capture(b, monthsAgo), capture(c, monthsAgo)]);
  const stopped = (email: string, stoppedAt: Date) => ({
    addressHash: createHash('sha256').update(email).digest('hex'),
    stoppedAt,
  });
  await shop.ctx.db.insert(automationRecipients).values([stopped(b, lately), stopped(c, before)]);
  expect(await forget(shop)).toEqual({ captures: 1, capturesOfStopped: 1 });
  const left = await shop.ctx.db.select().from(emailCaptures);
  expect(new Set(left.map(({ email }) => email))).toEqual(new Set([a, b]));
});

test('the hash of an unsubscribed address is retained forever; that of a mere recipient is deleted after a year', async ({
  shop,
}) => {
  const [retained, gone] = edge(retention.automationEmailDays);
  const [one] = await shop.ctx.db
    .insert(automationRecipients)
    .values({ addressHash: 'x', createdAt: gone })
    .returning();
  const letter = (createdAt: Date) => ({
    recipientId: one?.id ?? '',
    kind: 'review_request',
    subjectId: crypto.randomUUID(),
    isSent: true,
    createdAt,
  });
  await shop.ctx.db.insert(automationEmails).values([letter(retained), letter(gone)]);
  expect(await forget(shop)).toEqual({ automatedEmails: 1 });
  await shop.ctx.db.execute(sql`truncate automation_emails`);
  expect(await forget(shop)).toEqual({ recipients: 1 });
  expect(await shop.ctx.db.$count(automationRecipients)).toBe(2);
});

const ann = { email: 'ann@example.com', password: 'rose-garden-7', firstName: 'Ann', lastName: 'Lee' };

test('an unconfirmed sign-up is retained for seven days, and an unused browser for 400', async ({ shop }) => {
  const userId = await shop.auth.createUser({ ...ann, role: 'customer' });
  const waiting = edge(retention.signUpDays).map((createdAt) => ({ ...ann, deviceHash: '', next: '/', createdAt }));
  await shop.ctx.db.insert(signUps).values(waiting);
  const browsers = edge(retention.deviceDays).map((seenAt, index) => ({ userId, tokenHash: `${index}`, seenAt }));
  await shop.ctx.db.insert(devices).values(browsers);
  expect(await forget(shop)).toEqual({ signUps: 1, devices: 1 });
  expect([retention.signUpDays, retention.deviceDays]).toEqual([7, 400]);
});

test('the record of processed provider events is retained for 90 days', async ({ shop }) => {
  const rows = edge(90).map((receivedAt, index) => ({ id: `evt_${index}`, type: 'charge.updated', receivedAt }));
  await shop.ctx.db.insert(stripeEvents).values(rows);
  expect(await forget(shop)).toEqual({ providerEvents: 1 });
});

test('sessions, confirmations, limit counters and locations of tax quotes are deleted when they expire', async ({
  shop,
}) => {
  const userId = await shop.auth.createUser({ ...ann, role: 'customer' });
  const [still, over] = [now, agoMs(1)];
  const session = (token: string, expiresAt: Date) => ({ token, expiresAt, userId });
  await shop.ctx.db.insert(sessions).values([session('a', still), session('b', over)]);
  const verification = (expiresAt: Date) => ({ identifier: 'i', value: 'v', expiresAt });
  await shop.ctx.db.insert(verifications).values([verification(still), verification(over)]);
  await shop.ctx.db.execute(sql`insert into rate_limit_points (key, points, expire)
    values ('ip-a', 1, ${now.getTime()}), ('ip-b', 1, ${now.getTime() - 1})`);
  const place = (state: string, quotedAt: Date) => ({ country: 'CA', state, postalCode: '', requestedAt: quotedAt });
  const [retained, gone] = edge(30);
  await shop.ctx.db.insert(taxRateCache).values([place('ON', retained), place('QC', gone)]);
  expect(await forget(shop)).toEqual({ sessions: 1, verifications: 1, limits: 1, taxQuotes: 1 });
});
