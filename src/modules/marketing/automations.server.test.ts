import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { products } from '#modules/catalog/tables.server.ts';
import { promotions } from '#modules/promotions/tables.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { resendMail } from '#modules/email/resend-mail.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { shopSettings } from '#modules/settings/tables.server.ts';
import { emailCaptures } from './tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { newToken } from '#platform/session/token.server.ts';

import {
  fillCart,
  givenPaidOrder,
  givenProduct,
  givenReadyCheckout,
  newVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import {
  askForReviews,
  leftItems,
  recipientState,
  refillCart,
  remindOfCheckouts,
  unsubscribe,
} from './automations.server.ts';
import { emailConsent } from './email-consent.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
/** Stored form of the address in `contact`. */
const email = 'mia@example.com';

const test = testWithShop({ settings: { PUBLIC_URL: 'https://halorosa.example' }, now: () => now });

test.afterEach(({ shop }) =>
  shop.ctx.db.execute(sql`truncate automation_recipients, mails, email_captures, orders, checkouts cascade`),
);

type Agreed = { trigger?: 'manual' | 'newsletter'; consentVersion?: string; createdAt?: Date };

async function givenConsent(
  shop: TestShop,
  // The shop's clock is not the database's.
  { trigger = 'manual', consentVersion = emailConsent.version, createdAt = ago(day) }: Agreed = {},
): Promise<void> {
  await shop.ctx.db.insert(emailCaptures).values({ email, trigger, discountPercent: 15, consentVersion, createdAt });
}

/** An expired checkout with wands, begun `ms` ago. */
async function givenLeft(shop: TestShop, ms: number, quantity = 1, referencePriceCents: number | null = 12_000) {
  const product = await givenProduct(shop, { onHand: null, referencePriceCents });
  const ready = await givenReadyCheckout(shop, product, quantity);
  const change = { state: 'expired' as const, createdAt: ago(ms) };
  await shop.ctx.db.update(checkouts).set(change).where(eq(checkouts.id, ready.checkoutId));
  return ready;
}

/** Enqueues a reminder of a checkout that was left 5 hours ago. */
async function givenReminder(shop: TestShop): Promise<void> {
  await givenConsent(shop);
  await givenLeft(shop, 5 * hour);
  await remindOfCheckouts(shop.ctx);
}

type OrderChange = Partial<typeof orders.$inferInsert>;

/** Buys a wand and lets it arrive 10 days ago. */
async function givenArrived(shop: TestShop, change: OrderChange = {}): Promise<void> {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const values: OrderChange = { status: 'delivered', deliveredAt: ago(10 * day), ...change };
  await shop.ctx.db.update(orders).set(values).where(eq(orders.id, orderId));
}

const mailsOf = (shop: TestShop, kind: string) => shop.ctx.db.select().from(mails).where(eq(mails.kind, kind));
const reminders = (shop: TestShop) => mailsOf(shop, 'abandoned_checkout');

/** Tries to send the mail of a kind once. Without a mail server a live shop keeps it queued. */
async function send(shop: TestShop, kind: string, shopMode: 'demo' | 'live' = 'demo') {
  const [mail] = await mailsOf(shop, kind);
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode } };
  await sendMail(ctx, shopMails, mail?.id ?? '').catch(() => undefined);
}

async function linkIn(shop: TestShop, kind: string, name: 'unsubscribeUrl' | 'resumeUrl'): Promise<string> {
  const [mail] = await mailsOf(shop, kind);
  const data = mail?.content?.data ?? {};
  return String(Reflect.get(data, name)).split('/').at(-1) ?? '';
}

test.for([
  [4 * hour - 1, 0],
  [4 * hour, 1],
  [3 * day - 1, 1],
  [3 * day, 0],
] as const)('a checkout left %i ms ago gets %i reminder, once', async ([ms, expected], { shop }) => {
  await givenConsent(shop);
  await givenLeft(shop, ms);
  await remindOfCheckouts(shop.ctx);
  await remindOfCheckouts(shop.ctx);
  const found = await reminders(shop);
  expect(found.map(({ toAddress }) => toAddress.toLowerCase())).toEqual(Array.from({ length: expected }, () => email));
});

test.for([
  ['nobody agreed', null],
  ['only the newsletter was agreed to', { trigger: 'newsletter' as const }],
  ['another text was agreed to', { consentVersion: '2020-01-01' }],
] as const)('no reminder is sent if %s', async ([_case, agreed], { shop }) => {
  if (agreed !== null) await givenConsent(shop, agreed);
  await givenLeft(shop, 5 * hour);
  await remindOfCheckouts(shop.ctx);
  expect(await reminders(shop)).toEqual([]);
});

test("no reminder is sent after a purchase, regardless of the address's letter case", async ({ shop }) => {
  await givenConsent(shop);
  await givenLeft(shop, 5 * hour);
  await givenPaidOrder(shop, { product: { onHand: null } });
  await remindOfCheckouts(shop.ctx);
  expect(await reminders(shop)).toEqual([]);
});

test('a queued reminder is deleted once its recipient has bought', async ({ shop }) => {
  await givenReminder(shop);
  await send(shop, 'abandoned_checkout', 'live');
  expect(await reminders(shop)).toMatchObject([{ state: 'queued', attempts: 1 }]);
  await givenPaidOrder(shop, { product: { onHand: null } });
  await send(shop, 'abandoned_checkout', 'live');
  expect(await reminders(shop)).toEqual([]);
});

test('unsubscribing deletes queued automated emails, and sent ones cannot be resent', async ({ shop }) => {
  await givenReminder(shop);
  await givenArrived(shop, { placedAt: ago(12 * day) });
  await askForReviews(shop.ctx);
  await send(shop, 'review_request', 'live');
  await send(shop, 'abandoned_checkout');
  const [sent] = await reminders(shop);
  expect([sent?.state, (await mailsOf(shop, 'review_request'))[0]?.state]).toEqual(['sent', 'queued']);
  await unsubscribe(shop.ctx, await linkIn(shop, 'abandoned_checkout', 'unsubscribeUrl'));
  await send(shop, 'review_request');
  expect(await mailsOf(shop, 'review_request')).toEqual([]);
  expect(await resendMail(shop.ctx, sent?.id ?? '')).toEqual({ ok: false, reason: 'comes_once' });
});

test('two abandoned checkouts of one address get one reminder in 30 days', async ({ shop }) => {
  await givenConsent(shop);
  await givenLeft(shop, 6 * hour);
  await givenLeft(shop, 5 * hour);
  await remindOfCheckouts(shop.ctx);
  expect(await reminders(shop)).toHaveLength(1);
});

test('an unsubscribed recipient gets neither reminders nor review requests', async ({ shop }) => {
  await givenReminder(shop);
  expect(await unsubscribe(shop.ctx, await linkIn(shop, 'abandoned_checkout', 'unsubscribeUrl'))).toBe(true);
  await givenArrived(shop);
  await askForReviews(shop.ctx);
  expect(await mailsOf(shop, 'review_request')).toEqual([]);
});

test.for<[number, string, OrderChange]>([
  [1, 'arrived 10 days ago', {}],
  [0, 'arrived a moment later', { deliveredAt: ago(10 * day - 1) }],
  [0, 'arrived 40 days ago', { deliveredAt: ago(40 * day) }],
  [0, 'was refunded', { paymentStatus: 'refunded' }],
  [0, 'was refunded in part', { paymentStatus: 'partially_refunded', returnedCents: 1 }],
  [0, 'is held', { holdReason: 'dispute' }],
  [0, 'was cancelled', { status: 'cancelled' }],
])('%i review request is sent for an order that %s', async ([expected, _case, change], { shop }) => {
  await givenArrived(shop, change);
  await askForReviews(shop.ctx);
  await askForReviews(shop.ctx);
  expect(await mailsOf(shop, 'review_request')).toHaveLength(expected);
});

test('someone who left and signs up again gets reminders again, and can leave by the same link', async ({ shop }) => {
  await givenReminder(shop);
  const link = await linkIn(shop, 'abandoned_checkout', 'unsubscribeUrl');
  const state = () => recipientState(shop.ctx, link);
  expect(await state()).toBe('active');
  await unsubscribe(shop.ctx, link);
  expect(await state()).toBe('stopped');
  const later = { ...shop.ctx, now: () => new Date(now.getTime() + 40 * day) };
  await shop.ctx.db.update(checkouts).set({ createdAt: new Date(now.getTime() + 40 * day - 5 * hour) });
  await shop.ctx.db.execute(sql`truncate automation_emails, mails cascade`);
  await remindOfCheckouts(later);
  expect([await reminders(shop), await state()]).toEqual([[], 'stopped']);
  await givenConsent(shop, { createdAt: new Date(now.getTime() + 39 * day) });
  await remindOfCheckouts(later);
  expect([(await reminders(shop)).length, await state()]).toEqual([1, 'active']);
  await unsubscribe(later, link);
  expect(await state()).toBe('stopped');
});

test('one-click unsubscribing works for mail programs, not cross-site, and not for unknown links', async ({ shop }) => {
  await givenReminder(shop);
  const id = await linkIn(shop, 'abandoned_checkout', 'unsubscribeUrl');
  const click = (path: string, headers: Record<string, string> = {}) =>
    shop.app.request(path, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers });
  expect((await click(`/unsubscribe/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await click('/unsubscribe/x')).status).toBe(404);
  expect((await click(`/unsubscribe/${id}`, { origin: 'https://evil.example' })).status).toBe(404);
  const answer = await click(`/unsubscribe/${id}`);
  expect([answer.status, await answer.text()]).toEqual([200, 'You are unsubscribed.']);
});

test("a reminder's link restores the left items in any browser", async ({ shop }) => {
  await givenReminder(shop);
  const items = (await leftItems(shop.ctx, await linkIn(shop, 'abandoned_checkout', 'resumeUrl'))) ?? [];
  expect(items.map(({ name, quantity }) => [name, quantity])).toEqual([['Wand', 1]]);
  const other = newVisitor(shop);
  await fillCart(other, await givenProduct(shop, { onHand: null }), 2);
  const cartToken = other.cookies.get('__Host-cart') ?? other.cookies.get('cart') ?? null;
  const visitor = { ip: 'local', requestId: 'r', cartToken, user: null };
  for (const _press of [1, 2]) expect(await refillCart(shop.ctx, visitor, items)).toBe(true);
  const { body } = await other.send('GET', '/cart');
  expect((body.items as { quantity: number }[]).map(({ quantity }) => quantity)).toEqual([2, 1]);
  expect(await leftItems(shop.ctx, crypto.randomUUID())).toBeNull();
});

test('restoring items that are no longer sold reports an empty cart', async ({ shop }) => {
  await givenReminder(shop);
  const items = (await leftItems(shop.ctx, await linkIn(shop, 'abandoned_checkout', 'resumeUrl'))) ?? [];
  await shop.ctx.db.update(products).set({ isActive: false });
  const visitor = { ip: 'local', requestId: 'r', cartToken: newToken(), user: null };
  expect([items.length, await refillCart(shop.ctx, visitor, items)]).toEqual([1, false]);
});

test('a reminder states its reason, the unsubscribe link and the sender', async ({ shop }) => {
  const seller = { legalName: 'Halorosa Inc.', address: '12 King Street\nPortland, OR 97205', taxNumbers: '' };
  await shop.ctx.db.insert(shopSettings).values({ key: 'seller', value: seller });
  await givenReminder(shop);
  await send(shop, 'abandoned_checkout');
  const [sent] = await reminders(shop);
  const named = 'Halorosa Inc., 12 King Street, Portland, OR 97205';
  for (const said of ['You agreed to hear from us. We send one reminder per cart.', '/unsubscribe/', '/resume/', named])
    expect(sent?.text).toContain(said);
});

test.for<[string, number, boolean, string, (number | null)?]>([
  ['three wands, and the offer runs', 3, true, '$118.00 With Buy 2 Get 1 Free'],
  ['three wands without a proven former price', 3, true, '$118.00 With Buy 2 Get 1 Free', null],
  ['one wand, and the offer runs', 1, true, 'nothing'],
  ['three wands, and the offer has been switched off', 3, false, 'nothing'],
])(
  'a reminder names the price with an offer only while the offer applies: %s',
  async ([_case, quantity, enabled, expected, reference = 12_000], { shop }) => {
    await givenConsent(shop);
    await givenLeft(shop, 5 * hour, quantity, reference);
    await shop.ctx.db.update(promotions).set({ enabled });
    await remindOfCheckouts(shop.ctx);
    await shop.ctx.db.update(promotions).set({ enabled: true });
    await send(shop, 'abandoned_checkout');
    const [sent] = await reminders(shop);
    const text = sent?.text?.replaceAll(/\s+/g, ' ') ?? '';
    expect(/\$[\d.]+ With Buy 2 Get 1 Free/.exec(text)?.[0] ?? 'nothing').toBe(expected);
    expect(text.match(/\$[\d.]+/g)).toHaveLength(1);
  },
);
