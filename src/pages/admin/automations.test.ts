import { eq, sql } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect } from 'vitest';

import { checkouts } from '#modules/checkout/tables.server.ts';
import { discountCodes, discountRedemptions } from '#modules/discounts/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { remindOfCheckouts, unsubscribe } from '#modules/marketing/automations.server.ts';
import { automationEmails, automationRecipients, emailCaptures } from '#modules/marketing/tables.server.ts';
import { orderItems, orders } from '#modules/orders/tables.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';

import { givenPaidOrder, givenProduct, givenReadyCheckout } from '../../../tests/support/shop-visitor.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from './automations.tsx';
import { AutomationOutcome } from './automation-outcome.tsx';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

const test = testWithShop({ now: () => now });

test.afterEach(({ shop }) =>
  shop.ctx.db.execute(
    sql`truncate automation_recipients, mails, email_captures, orders, checkouts, discount_codes, reviews cascade`,
  ),
);

type Shown = Exclude<Awaited<ReturnType<typeof loader>>, Response>;

/** Data of the page that the owner sees. */
async function shown(shop: TestShop, days = 30): Promise<Shown> {
  return loader(pageCall(shop, `/admin/automations?days=${days}`, signedIn()));
}

type Sent = { state?: 'sent' | 'queued' | 'failed'; at?: Date; subjectId?: string; email?: string };

const hashOf = (email: string) => sql<string>`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`;

async function recipientOf(shop: TestShop, email: string): Promise<string> {
  const values = { addressHash: hashOf(email) };
  const rows = await shop.ctx.db.insert(automationRecipients).values(values).returning({ id: automationRecipients.id });
  return rows[0]?.id ?? '';
}

/** Creates a reminder or review request with its mail, as the jobs do. */
async function givenLetter(
  shop: TestShop,
  kind: 'abandoned_checkout' | 'review_request',
  options: Sent = {},
): Promise<void> {
  const {
    state = 'sent',
    at = ago(day),
    subjectId = crypto.randomUUID(),
    email = `${subjectId}@example.com`,
  } = options;
  const recipientId = await recipientOf(shop, email);
  const letter = { recipientId, kind, subjectId, isSent: true, createdAt: at };
  const [row] = await shop.ctx.db.insert(automationEmails).values(letter).returning();
  const cause = kind === 'abandoned_checkout' ? { cause: row?.id ?? '' } : { orderId: subjectId };
  const sentAt = state === 'sent' ? at : null;
  await shop.ctx.db
    .insert(mails)
    .values({ kind, ...cause, state, sentAt, toAddress: email, messageId: subjectId, createdAt: at });
}

test('every number is 0 in a new shop', async ({ shop }) => {
  const { days, ...reports } = await shown(shop, 0);
  expect(days).toBe(30);
  const numbers = Object.values(reports).flatMap((report) => Object.values(report) as (number | object)[]);
  const flat = numbers.flatMap((one) => (typeof one === 'object' ? (Object.values(one) as number[]) : [one]));
  expect(new Set(flat)).toEqual(new Set([0]));
});

/** Creates an abandoned checkout with the email address of all test visitors, begun `ms` ago. */
async function givenLeft(shop: TestShop, ms: number): Promise<void> {
  const { checkoutId } = await givenReadyCheckout(shop, await givenProduct(shop, { onHand: null }));
  const change = { state: 'expired' as const, createdAt: ago(ms) };
  await shop.ctx.db.update(checkouts).set(change).where(eq(checkouts.id, checkoutId));
}

test('four checkouts abandoned by one reader: one reminder, one spared, and two stopped after unsubscribing', async ({
  shop,
}) => {
  const consent = { email: 'mia@example.com', trigger: 'manual' as const, discountPercent: 15 };
  await shop.ctx.db.insert(emailCaptures).values({ ...consent, consentVersion: '2026-11-21' });
  await givenLeft(shop, 7 * hour);
  await givenLeft(shop, 6 * hour);
  await remindOfCheckouts(shop.ctx);
  expect((await shown(shop)).reminders).toMatchObject({ due: 2, waiting: 1, spared: 1, stopped: 0, sent: 0 });
  // The test clock is frozen, so decisions made before the reader unsubscribed are dated earlier.
  await shop.ctx.db.update(automationEmails).set({ createdAt: ago(1) });
  const [reader] = await shop.ctx.db.select().from(automationRecipients);
  expect(await unsubscribe(shop.ctx, reader?.id ?? '')).toBe(true);
  await givenLeft(shop, 5 * hour);
  await givenLeft(shop, 4 * hour);
  await remindOfCheckouts(shop.ctx);
  await shop.ctx.db.update(mails).set({ state: 'sent', sentAt: now, createdAt: now });
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null } });
  // The database dates orders by the real clock.
  await shop.ctx.db.update(orders).set({ placedAt: now }).where(eq(orders.id, orderId));
  const { reminders, stopped } = await shown(shop);
  const figures = { due: 4, sent: 1, waiting: 0, failed: 0, withdrawn: 0, stopped: 2, spared: 1 };
  expect(reminders).toEqual({ ...figures, brought: 1, revenueCents: 5_900 });
  expect(stopped).toEqual({ lately: 1, ever: 1 });
});

test.for([
  ['does not bring', 'a moment before it was sent', -1, {}],
  ['brings', 'as it was sent', 0, {}],
  ['brings', 'exactly 7 days later', 7 * day, {}],
  ['does not bring', 'a moment after that', 7 * day + 1, {}],
  ['does not bring', 'the next day, unpaid', day, { paymentStatus: 'pending' as const }],
  ['does not bring', 'the next day, by somebody else', day, { email: 'eve@example.com' }],
] as const)('a reminder %s the order that is placed %s', async ([brings, _case, ms, change], { shop }) => {
  const sentAt = ago(10 * day);
  await givenLetter(shop, 'abandoned_checkout', { at: sentAt, email: 'mia@example.com' });
  const placedAt = new Date(sentAt.getTime() + ms);
  await givenOrderRow(shop, { placedAt, capturedCents: 5_900, returnedCents: 900, ...change });
  const { brought, revenueCents } = (await shown(shop)).reminders;
  expect([brought, revenueCents]).toEqual(brings === 'brings' ? [1, 5_000] : [0, 0]);
});

test('two orders of one reminded reader count as one successful reminder, with the revenue of both', async ({
  shop,
}) => {
  await givenLetter(shop, 'abandoned_checkout', { at: ago(3 * day), email: 'mia@example.com' });
  await givenOrderRow(shop, { placedAt: ago(2 * day) });
  await givenOrderRow(shop, { placedAt: ago(day) });
  expect((await shown(shop)).reminders).toMatchObject({ sent: 1, brought: 1, revenueCents: 11_800 });
});

test('failed and withdrawn reminders are counted separately and bring no orders; days begin at midnight UTC', async ({
  shop,
}) => {
  const midnight = new Date('2026-11-15T00:00:00Z');
  await givenLetter(shop, 'abandoned_checkout', { at: midnight });
  await givenLetter(shop, 'abandoned_checkout', { at: new Date(midnight.getTime() - 1) });
  await givenLetter(shop, 'abandoned_checkout', { state: 'failed', email: 'mia@example.com' });
  await givenLetter(shop, 'abandoned_checkout', { state: 'queued' });
  await givenOrderRow(shop, { placedAt: now });
  expect((await shown(shop, 7)).reminders).toMatchObject({
    due: 3,
    sent: 1,
    failed: 1,
    waiting: 1,
    withdrawn: 0,
    brought: 0,
  });
  await shop.ctx.db.delete(mails).where(eq(mails.state, 'queued'));
  expect((await shown(shop, 7)).reminders).toMatchObject({ due: 3, waiting: 0, withdrawn: 1 });
  expect((await shown(shop, 30)).reminders).toMatchObject({ due: 4, sent: 2 });
});

test('a review answers the newest earlier request to its signed-in author for the same product', async ({ shop }) => {
  const [wand, balm] = [await givenProduct(shop), await givenProduct(shop)];
  const amounts = { unitPriceCents: 1, discountCents: 0, taxCents: 0, totalCents: 1 };
  const line = { name: 'Wand', imageUrl: '/', quantity: 1, ...amounts };
  const requestReview = async (at: Date, customerId: string | null) => {
    const { id } = await givenOrderRow(shop, { customerId });
    await shop.ctx.db.insert(orderItems).values({ ...line, orderId: id, productId: wand });
    await givenLetter(shop, 'review_request', { at, subjectId: id });
  };
  await requestReview(ago(9 * day), 'mia');
  await requestReview(ago(5 * day), 'mia');
  await requestReview(ago(5 * day), 'eve');
  await requestReview(ago(5 * day), null);
  const said = { rating: 5, content: 'Lovely.', origin: 'live' as const };
  await shop.ctx.db.insert(reviews).values([
    { ...said, productId: wand, customerId: 'mia', createdAt: ago(4 * day) },
    { ...said, productId: wand, customerId: 'mia', createdAt: ago(3 * day) },
    { ...said, productId: wand, customerId: 'eve', createdAt: ago(5 * day + 1) },
    { ...said, productId: balm, customerId: 'eve', createdAt: ago(day) },
    { ...said, productId: wand, customerId: null, createdAt: ago(day) },
  ]);
  expect((await shown(shop)).requests).toMatchObject({ due: 4, sent: 4, reviewed: 1 });
  await shop.ctx.db.insert(reviews).values({ ...said, productId: wand, customerId: 'mia', createdAt: ago(6 * day) });
  expect((await shown(shop)).requests.reviewed).toBe(2);
});

async function givenCodeId(shop: TestShop, code: string): Promise<string> {
  const values = { code, name: '15% off', type: 'percent' as const, value: 1_500 };
  const [row] = await shop.ctx.db.insert(discountCodes).values(values).returning();
  return row?.id ?? '';
}

/** Creates an order that used a code. */
async function givenUse(
  shop: TestShop,
  codeId: string,
  state: 'redeemed' | 'held' | 'released',
  order = {},
): Promise<void> {
  const code = { code: 'X', name: '15% off', amountCents: 885 };
  const { checkoutId } = await givenOrderRow(shop, { couponDiscount: code, capturedCents: 5_015, ...order });
  await shop.ctx.db.insert(discountRedemptions).values({ codeId, checkoutId, state });
}

const captured = (
  shop: TestShop,
  codeId: string | null,
  createdAt: Date,
  more: Partial<typeof emailCaptures.$inferInsert> = {},
) =>
  shop.ctx.db.insert(emailCaptures).values({
    email: 'mia@example.com',
    trigger: 'manual',
    discountPercent: 15,
    consentVersion: 'v',
    notifiedAt: createdAt,
    codeId,
    createdAt,
    ...more,
  });

test('captured codes count as used after a paid order, not while held, released or unpaid', async ({ shop }) => {
  const [a, b, c, d, e, old] = await Promise.all(['A', 'B', 'C', 'D', 'E', 'O'].map((code) => givenCodeId(shop, code)));
  for (const id of [a, b, c, d, e]) await captured(shop, id ?? '', ago(2 * day));
  // The same code again, for a reader who now waits; and a
  // code of the day before, sent again on the first day.
  await captured(shop, a ?? '', ago(day), { trigger: 'sold-out', notifiedAt: null });
  await captured(shop, old ?? '', new Date('2026-10-22T23:00:00Z'));
  await captured(shop, old ?? '', new Date('2026-10-23T01:00:00Z'), { trigger: 'sold-out', notifiedAt: null });
  await captured(shop, null, ago(day), { trigger: 'newsletter' });
  await givenUse(shop, a ?? '', 'redeemed');
  await givenUse(shop, b ?? '', 'redeemed', { returnedCents: 5_015, paymentStatus: 'refunded' });
  await givenUse(shop, c ?? '', 'held');
  await givenUse(shop, d ?? '', 'released');
  await givenUse(shop, e ?? '', 'redeemed', { paymentStatus: 'failed' });
  const report = { given: 5, used: 2, revenueCents: 5_015, discountCents: 1_770 };
  const { captures, backInStock } = await shown(shop);
  expect(captures).toEqual(report);
  expect(backInStock.waiting).toBe(2);
});

test('two exit offers with one redeemed code count as 2 given and 1 used', async ({ shop }) => {
  const ready = [
    await givenReadyCheckout(shop, await givenProduct(shop)),
    await givenReadyCheckout(shop, await givenProduct(shop)),
  ];
  const ids = [await givenCodeId(shop, 'EXIT1'), await givenCodeId(shop, 'EXIT2')];
  for (const [index, { checkoutId }] of ready.entries()) {
    const change = { exitCodeId: ids[index] ?? null, createdAt: ago(day) };
    await shop.ctx.db.update(checkouts).set(change).where(eq(checkouts.id, checkoutId));
  }
  await givenUse(shop, ids[0] ?? '', 'redeemed');
  await givenUse(shop, ids[1] ?? '', 'held');
  expect((await shown(shop)).exits).toEqual({ given: 2, used: 1, revenueCents: 5_015, discountCents: 885 });
});

test('a back-in-stock notice counts as bought if an order follows within exactly 7 days', async ({ shop }) => {
  const captureNotified = (email: string) =>
    captured(shop, null, ago(20 * day), { email, trigger: 'sold-out', notifiedAt: ago(10 * day) });
  for (const name of ['mia', 'eve', 'ivy']) await captureNotified(`${name}@example.com`);
  await captured(shop, null, ago(day), { trigger: 'sold-out', notifiedAt: null, email: 'zoe@example.com' });
  await givenOrderRow(shop, { email: 'mia@example.com', placedAt: ago(3 * day) });
  await givenOrderRow(shop, { email: 'eve@example.com', placedAt: ago(3 * day - 1) });
  await givenOrderRow(shop, { email: 'ivy@example.com', placedAt: ago(10 * day + 1) });
  expect((await shown(shop)).backInStock).toEqual({ waiting: 1, notified: 3, bought: 1, revenueCents: 5_900 });
});

test('mails with codes are counted by delivery state', async ({ shop }) => {
  const mail = (kind: string, state: 'sent' | 'failed' | 'queued', createdAt = ago(day)) => ({
    kind,
    state,
    createdAt,
    toAddress: 'mia@example.com',
    messageId: crypto.randomUUID(),
  });
  await shop.ctx.db
    .insert(mails)
    .values([
      mail('capture_code', 'sent'),
      mail('capture_code', 'sent'),
      mail('capture_code', 'failed'),
      mail('capture_code', 'sent', ago(31 * day)),
      mail('back_in_stock', 'queued'),
      mail('order_confirmation', 'sent'),
    ]);
  expect((await shown(shop)).mails).toEqual({
    capture_code: { sent: 2, waiting: 0, failed: 1 },
    back_in_stock: { sent: 0, waiting: 1, failed: 0 },
  });
});

test.each([
  [12, 80, '15.0% of 80'],
  [0, 80, '0.0% of 80'],
  [2, 3, '66.7% of 3'],
  [0, 0, ''],
])('%i of %i is formatted as "%s"', (count, of, said) => {
  const steps = [
    { name: 'Sent', count: 1 },
    { name: 'Used', count, of },
  ] as const;
  const outcome = {
    title: 'Reminders',
    steps: [...steps] as [(typeof steps)[0], (typeof steps)[1]],
    facts: [],
    empty: '',
    children: '',
  };
  const html = renderToStaticMarkup(createElement(AutomationOutcome, outcome));
  expect(/[\d.]+% of \d+/.exec(html)?.[0] ?? '').toBe(said);
});
