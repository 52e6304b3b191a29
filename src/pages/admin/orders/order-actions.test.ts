import { createSandbox } from '@halorosa/stripe-sandbox';
import { eq } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pageUser } from '#modules/accounts/auth.server.ts';
import { refundRefusals, releaseRefusals } from '#modules/orders/orders.schema.ts';
import { findOrder } from '#modules/orders/orders.server.ts';
import { orders, refunds } from '#modules/orders/tables.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import { emailSentence } from '#shared/email-address.ts';
import { phoneSentence } from '#shared/phone-number.ts';
import { pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { FormAnswer } from '#ui/form-answer.ts';

import { givenPaidOrder, givenShipping } from '../../../../tests/support/shop-visitor.ts';
import { formOf, pageCall } from '../../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { loader as slipLoader } from '../../storefront/return-slip.ts';
import * as list from '../orders.tsx';
import * as csv from '../orders-csv.ts';
import * as detail from '../order.tsx';

let shop: TestShop;
let orderNumber: string;
let orderId: string;
beforeAll(async () => {
  shop = await openTestShop();
  await givenShipping(shop);
  ({ orderId } = await givenPaidOrder(shop));
  orderNumber = (await findOrder(shop.ctx.db, orderId))?.orderNumber ?? '';
});
afterAll(() => shop.close());

const admin = (minutesAgo = 0): SignedInUser => ({
  id: '7d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f10',
  email: 'ada@shop.example',
  emailVerified: true,
  name: 'Ada Owner',
  role: 'admin',
  sessionId: '1d8ad2a5-3d5f-4f67-9f2b-7a3f2f1c9f11',
  confirmedAt: new Date(Date.now() - minutesAgo * 60_000),
  hasAuthenticator: false,
});

const visitorOf = (user: SignedInUser): Visitor => ({ user, ip: '127.0.0.1', requestId: 'r', cartToken: null });

type Part = (args: never) => unknown;

const isReply = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'data' in answer;

/** Calls a page's loader or action as the router does. */
async function ask(part: Part, user: SignedInUser, fields?: Record<string, string>, number = orderNumber) {
  const context = new RouterContextProvider();
  context.set(pageUser, user);
  const { ctx, limits } = shop;
  context.set(pageRequest, { ctx, visitor: visitorOf(user), limits, headers: new Headers(), variant: null });
  if (fields !== undefined) context.set(sentForm, formOf(fields));
  const request = new Request('http://shop.test/admin/orders', { method: fields === undefined ? 'GET' : 'POST' });
  const params = { number };
  const answer = await part({ context, request, params, url: new URL(request.url), pattern: '' } as never);
  return isReply(answer) ? answer.data : answer;
}

function openSlip(returnId: string, token: string): Promise<Response> {
  const path = `/returns/${returnId}/slip.pdf?token=${encodeURIComponent(token)}`;
  return slipLoader({ ...pageCall(shop, path, null), params: { id: returnId } });
}

test.each([
  ['the list', list.loader],
  ['an order', detail.loader],
  ['the export', csv.loader],
])('%s opens for an admin', async (_name, part) => {
  expect(typeof (await ask(part, admin()))).toBe('object');
});

test.each(['refund', 'cancel', 'return-refunded'])(
  '%s 15 minutes after the last password asks for it again, keeps the typed values and moves no money',
  async (form) => {
    const fields = { form, amount: '59.00', reason: 'late', sure: 'on', key: 'k' };
    expect(await ask(detail.action, admin(15), fields)).toMatchObject({
      ok: false,
      question: 'password',
      values: { amount: '59.00', reason: 'late' },
    });
    expect(await findOrder(shop.ctx.db, orderId)).toMatchObject({ status: 'confirmed', returnedCents: 0 });
  },
);

test.each([
  [{ form: 'status' }, 'Please select an order and status'],
  [{ form: 'status', order: 'HR-1:1' }, 'Please select an order and status'],
  [{ form: 'status', status: 'shipped' }, 'Please select an order and status'],
  [{ form: 'refund', amount: 'all' }, 'Enter an amount, for example 59.00.'],
  [{ form: 'refund', amount: '0', version: '1', key: 'k' }, 'Enter an amount, for example 59.00.'],
  [{ form: 'refund', amount: '59.01', version: '1', key: 'k' }, 'This is more than what is left to refund.'],
  [{ form: 'cancel', version: '1' }, 'Tick the box to cancel this order.'],
  [{ form: 'hold', version: '1', reason: ' ' }, releaseRefusals.reason_missing],
  [{ form: 'release', version: '1', reason: 'x'.repeat(301) }, releaseRefusals.reason_too_long],
  [{ form: 'return-opened', reason: 'called' }, 'This order has not been shipped: cancel it instead.'],
  [{ form: 'address', postalCode: '9410', country: 'US' }, 'Check the marked fields.'],
])('the form %j is answered: %s', async (fields, message) => {
  expect(await ask(detail.action, admin(), fields)).toMatchObject({ ok: false, message });
});

test('the contact form follows the checkout in what it changes, and leaves what was stored before', async () => {
  const { orderId: id } = await givenPaidOrder(shop, { product: { onHand: null } });
  const stored = async () => {
    const order = await findOrder(shop.ctx.db, id);
    if (order === null) throw new Error('no order');
    return order;
  };
  const { orderNumber: number, customer } = await stored();
  await shop.ctx.db
    .update(orders)
    .set({ customer: { ...customer, phone: '' } })
    .where(eq(orders.id, id));
  const save = async (fields: Record<string, string>) => {
    const { email, customer: known, version } = await stored();
    const form = { form: 'contact', version: String(version), email, ...known, ...fields };
    return (await ask(detail.action, admin(), form, number)) as FormAnswer;
  };
  expect(await save({ email: 'mia@example' })).toMatchObject({ ok: false, issues: { email: emailSentence } });
  expect(await save({ phone: '0000000000' })).toMatchObject({ ok: false, issues: { phone: phoneSentence } });
  expect(await save({ firstName: ' ' })).toMatchObject({ ok: false, issues: { firstName: 'Enter your first name' } });
  expect(await save({ email: `${'x'.repeat(300)}@example.com` })).toMatchObject({ ok: false });
  expect(await save({})).toMatchObject({ ok: true });
  expect(await save({ email: ' Mia.Rose@example.org ' })).toMatchObject({ ok: true, message: 'Contact corrected' });
  expect(await stored()).toMatchObject({ email: 'mia.rose@example.org', customer: { ...customer, phone: '' } });
  const stale = await save({ phone: '+1 415 555 0133', version: '1' });
  expect(stale).toMatchObject({ ok: false, conflict: true, message: releaseRefusals.changed_meanwhile });
});

test('resending a refund with another amount reports the first refund', async () => {
  const { orderId: id } = await givenPaidOrder(shop);
  const { orderNumber: number = '' } = (await findOrder(shop.ctx.db, id)) ?? {};
  const refund = (amount: string) =>
    ask(detail.action, admin(), { form: 'refund', version: '1', key: 'first', amount, agreed: `${amount}00` }, number);
  expect(await refund('20')).toMatchObject({ ok: true, message: '$20.00 refunded' });
  expect(await refund('30')).toMatchObject({ ok: true, message: '$20.00 refunded' });
  expect(await findOrder(shop.ctx.db, id)).toMatchObject({ returnedCents: 2_000 });
});

/** Calls of the refund form of a new order. */
async function givenRefundForm() {
  const { orderId: id } = await givenPaidOrder(shop);
  const stored = async () => {
    const order = await findOrder(shop.ctx.db, id);
    if (order === null) throw new Error('no order');
    return order;
  };
  const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: null };
  await shop.ctx.db.update(orders).set({ paymentMethod }).where(eq(orders.id, id));
  const { orderNumber: number, version, items } = await stored();
  const form = { form: 'refund', version: String(version), key: crypto.randomUUID() };
  const send = async (fields: Record<string, string>) =>
    (await ask(detail.action, admin(), { ...form, ...fields }, number)) as FormAnswer;
  return { send, stored, productId: items[0]?.productId ?? '' };
}

test.each([
  ['half of it', { by: 'percent', percent: '50' }, '$29.50', 2_950],
  ['one unit', { by: 'items', 'refund-PRODUCT': '1' }, '$59.00', 5_900],
  ['an amount', { by: 'amount', amount: '12.34' }, '$12.34', 1_234],
])(
  'a refund of %s asks with amount and receiver, and refunds once it is confirmed',
  async (_what, chosen, usd, cents) => {
    const { send, stored, productId } = await givenRefundForm();
    const fields = Object.fromEntries(
      Object.entries(chosen).map(([name, value]) => [name.replace('PRODUCT', productId), value]),
    );
    const question = await send(fields);
    const { customer, email } = await stored();
    const name = `${customer.firstName} ${customer.lastName}`;
    expect(question).toMatchObject({ ok: false, question: 'sure', values: { agreed: String(cents) } });
    expect(question.message).toMatch(new RegExp(`^Refund \\${usd} to ${name} \\(${email}\\), Visa ending 4242\\?`));
    expect(await stored()).toMatchObject({ returnedCents: 0 });
    const twice = await Promise.all([send(question.values), send(question.values)]);
    for (const one of twice) expect(one).toMatchObject({ ok: true, message: `${usd} refunded` });
    expect(await stored()).toMatchObject({ returnedCents: cents });
  },
);

test('a confirmation for another amount asks again, "Change" keeps the fields, and nothing is refunded', async () => {
  const { send, stored } = await givenRefundForm();
  const typed = { by: 'amount', amount: '20', reason: 'late' };
  expect(await send({ ...typed, agreed: '5900' })).toMatchObject({ question: 'sure', values: { agreed: '2000' } });
  const changed = await send({ ...typed, agreed: '2000', change: 'on' });
  expect([changed.question, changed.message, changed.values.agreed]).toEqual([null, '', undefined]);
  expect(changed.values).toMatchObject(typed);
  const half = { by: 'percent', percent: '50' };
  expect(await send({ ...half, agreed: '5900' })).toMatchObject({ message: refundRefusals.changed_meanwhile });
  expect(await send({ by: 'percent', percent: '0' })).toMatchObject({
    issues: { percent: expect.any(String) as string },
  });
  expect(await send({ by: 'items' })).toMatchObject({ issues: { items: 'Choose what is refunded' } });
  expect(await stored()).toMatchObject({ returnedCents: 0 });
});

test('two admins who agree to refund the same unit refund it once', async () => {
  const { send, stored, productId } = await givenRefundForm();
  const agreed = { by: 'items', [`refund-${productId}`]: '1', agreed: '5900' };
  const both = await Promise.all([send(agreed), send({ ...agreed, key: crypto.randomUUID() })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const { returnedCents, version } = await stored();
  expect(returnedCents).toBe(5_900);
  const late = await send({ ...agreed, version: String(version), key: crypto.randomUUID(), agreed: '' });
  expect(late).toMatchObject({ ok: false, message: refundRefusals.units_refunded });
});

test('after a refund refused by the provider, the same form can request another', async () => {
  const { orderId: id, intentId } = await givenPaidOrder(shop);
  const httpClient = Stripe.createFetchHttpClient(createSandbox({ db: shop.ctx.db }).fetch);
  const dashboard = new Stripe('sk_test_dashboard', { httpClient });
  await dashboard.refunds.create({ payment_intent: intentId, amount: 5_000 });
  const refund = async (amount: string, key: string) => {
    const { orderNumber: number = '', version } = (await findOrder(shop.ctx.db, id)) ?? {};
    const fields = { form: 'refund', version: String(version), key, amount, agreed: `${amount}00` };
    return (await ask(detail.action, admin(), fields, number)) as FormAnswer;
  };
  const refused = await refund('20', 'first');
  expect(refused).toMatchObject({ ok: false, message: refundRefusals.provider_refused });
  expect(await refund('9', refused.values.key ?? '')).toMatchObject({ ok: true, message: '$9.00 refunded' });
});

test('an unusual status asks for confirmation, and a bulk change names the refused orders', async () => {
  const order = await findOrder(shop.ctx.db, orderId);
  const answer = await ask(list.action, admin(), {
    form: 'status',
    order: `${orderNumber}:${order?.version}`,
    status: 'delivered',
  });
  const question = 'This order was never shipped. Set it to delivered all the same?';
  expect(answer).toMatchObject({
    ok: false,
    question: 'sure',
    message: question,
    result: { canConfirm: true, refused: [{ orderNumber }] },
  });
  const stale = await ask(list.action, admin(), { form: 'status', order: `${orderNumber}:999`, status: 'shipped' });
  expect(stale).toMatchObject({
    ok: false,
    question: null,
    message: 'Failed to update order status',
    result: { canConfirm: false },
  });
});

test('a fully refunded order is not shipped with the others until that is confirmed', async () => {
  const placed = await Promise.all([givenPaidOrder(shop), givenPaidOrder(shop)]);
  const numbersOf = async () => Promise.all(placed.map(async ({ orderId: id }) => findOrder(shop.ctx.db, id)));
  const [paid, back] = await numbersOf();
  await shop.ctx.db
    .update(orders)
    .set({ paymentStatus: 'refunded' })
    .where(eq(orders.id, back?.id ?? ''));
  const chosen = [paid, back].map((order) => `${order?.orderNumber}:${order?.version}`).join('\n');
  const ship = { form: 'status', order: chosen, status: 'shipped' };
  expect(await ask(list.action, admin(), ship)).toMatchObject({
    ok: false,
    message: 'Failed to update order status: 1 of 2 orders',
    result: {
      canConfirm: true,
      refused: [
        {
          orderNumber: back?.orderNumber,
          sentence: 'All money of this order has gone back. Send it all the same?',
        },
      ],
    },
  });
  expect((await numbersOf()).map((order) => order?.status)).toEqual(['shipped', 'confirmed']);
  const alone = { ...ship, order: `${back?.orderNumber}:${back?.version}`, confirm: 'on' };
  expect(await ask(list.action, admin(), alone)).toMatchObject({ ok: true });
});

test('an emptied tracking field removes the number, unless the form did not show what is stored', async () => {
  const { orderId: id } = await givenPaidOrder(shop);
  const number = (await findOrder(shop.ctx.db, id))?.orderNumber ?? '';
  const say = async (fields: Record<string, string>) => {
    const order = `${number}:${(await findOrder(shop.ctx.db, id))?.version}`;
    const { message } = (await ask(list.action, admin(), { form: 'status', order, ...fields })) as FormAnswer;
    return message;
  };
  const parcel = { status: 'shipped', carrierName: 'UPS', trackingNumber: '1Z999' };
  expect(await say(parcel)).toBe('Order status updated successfully');
  const tracking = async () => {
    const { carrierName, trackingNumber } = (await findOrder(shop.ctx.db, id)) ?? {};
    return [carrierName, trackingNumber];
  };
  await say({ status: 'in_transit', carrierName: '', trackingNumber: '' });
  expect(await tracking()).toEqual(['UPS', '1Z999']);
  await say({ ...parcel, status: 'in_transit', trackingNumber: '', 'shows-tracking': 'on' });
  expect(await tracking()).toEqual(['UPS', null]);
});

test('a refund above the remaining amount marks its field and keeps the typed text', async () => {
  const fields = { form: 'refund', amount: '59.01', version: '1', key: 'k' };
  expect(await ask(detail.action, admin(), fields)).toMatchObject({
    issues: { amount: 'This is more than what is left to refund.' },
    values: { amount: '59.01' },
  });
});

test('overlong texts, units and keys that no browser sends are cut or refused with a message', async () => {
  const { orderId: id } = await givenPaidOrder(shop);
  const stored = async () => findOrder(shop.ctx.db, id);
  const { orderNumber: number = '', items = [] } = (await stored()) ?? {};
  const say = async (fields: Record<string, string>) => {
    const { version } = (await stored()) ?? {};
    const sent = { version: String(version), order: `${number}:${version}`, ...fields };
    return (await ask(detail.action, admin(), sent, number)) as FormAnswer;
  };
  const rose = '\u{1f339}';
  const typed = {
    street: `1 ${'S'.repeat(197)}${rose}`,
    city: 'Reno',
    state: 'NV',
    postalCode: '89501',
    country: 'US',
  };
  expect(await say({ form: 'address', ...typed })).toMatchObject({ ok: true });
  const restock = { [`restock-${items[0]?.productId}`]: '99999999999' };
  const key = Array.from({ length: 200 }, () => crypto.randomUUID()).join('');
  const reason = `${'r'.repeat(499)}${rose}`;
  expect(await say({ form: 'refund', amount: '1', agreed: '100', key, reason, ...restock })).toMatchObject({
    ok: true,
  });
  const refunded = await shop.ctx.db
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.key, key.slice(0, 36)));
  expect(refunded).toEqual([{ reason: 'r'.repeat(499) }]);
  expect(await say({ form: 'status', status: 'shipped', carrierName: `${'U'.repeat(99)}${rose}` })).toMatchObject({
    ok: true,
  });
  const opens = { form: 'return-opened', [`return-${items[0]?.productId}`]: '1' };
  expect(await say({ ...opens, reason })).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({
    shippingAddress: { street: `1 ${'S'.repeat(197)}` },
    carrierName: 'U'.repeat(99),
    returnedCents: 100,
  });
});

test('unknown forms, orders and mails answer 404', async () => {
  const act = (number: string, fields: Record<string, string>) => ask(detail.action, admin(), fields, number);
  await expect(act(orderNumber, { form: 'constructor' })).rejects.toMatchObject({ status: 404 });
  await expect(act('HR-22222222', { form: 'hold', reason: 'x' })).rejects.toMatchObject({ status: 404 });
  await expect(act(orderNumber, { form: 'resend', id: 'x' })).rejects.toMatchObject({ status: 404 });
});

test("the owner opens a return and sends its label, and only the order's own link opens the slip", async () => {
  const { orderId: id } = await givenPaidOrder(shop);
  await shop.ctx.db.update(orders).set({ status: 'shipped', shippedAt: new Date() }).where(eq(orders.id, id));
  orderNumber = (await findOrder(shop.ctx.db, id))?.orderNumber ?? '';
  const say = async (fields: Record<string, string>) => {
    const { version } = (await findOrder(shop.ctx.db, id)) ?? {};
    return ask(detail.action, admin(), { version: String(version), ...fields });
  };
  const page = async () => (await ask(detail.loader, admin())) as Awaited<ReturnType<typeof detail.loader>>;
  const productId = (await page()).detail.returnable[0]?.productId ?? '';
  const opens = { form: 'return-opened', [`return-${productId}`]: '1' };
  expect(await say({ ...opens, reason: '' })).toMatchObject({ ok: false, issues: { reason: 'Enter a reason' } });
  expect(await say({ form: 'return-opened', reason: 'called' })).toMatchObject({ message: 'Choose what comes back.' });
  expect(await say({ ...opens, reason: 'called' })).toMatchObject({ ok: true });
  const { returns, returnable } = (await page()).detail;
  const [one] = returns;
  expect([one?.status, returnable]).toEqual(['requested', []]);
  const label = { form: 'return-label', id: one?.id ?? '' };
  expect(await say({ ...label, labelUrl: 'http://labels.example.com' })).toMatchObject({ ok: false });
  expect(await say({ ...label, labelUrl: 'https://labels.example.com' })).toMatchObject({ ok: true });
  const stale = { ...label, labelUrl: 'https://labels.example.com/2', version: '1' };
  expect(await say(stale)).toMatchObject({ ok: false, message: releaseRefusals.changed_meanwhile });
  const slip = (token: string) => openSlip(one?.id ?? '', token);
  expect((await slip((await page()).slipToken)).headers.get('content-type')).toBe('application/pdf');
  const other = pageOrderToken(shop.ctx.settings.sessionSecret, orderId, new Date());
  await expect(slip(other)).rejects.toMatchObject({ status: 404 });
  await expect(slip('')).rejects.toMatchObject({ status: 404 });
  const declines = { form: 'return-declined', id: one?.id ?? '', reason: ' ' };
  expect(await say(declines)).toMatchObject({ ok: false, issues: { reason: 'The customer is told why' } });
});

test.each([
  ['while its stock is gone', { holdReason: 'stock_gone', stockTaken: false }, 'out_of_stock'],
  ['once its money went back', { holdReason: 'manual', paymentStatus: 'refunded' }, 'refunded_already'],
  ['for another reason', { holdReason: 'manual' }, null],
] as const)('the page of an order held %s says whether it can be released', async (_when, change, release) => {
  const { orderId: id } = await givenPaidOrder(shop, { product: { onHand: 1 } });
  await shop.ctx.db.update(orders).set(change).where(eq(orders.id, id));
  const { orderNumber: number = '' } = (await findOrder(shop.ctx.db, id)) ?? {};
  const page = (await ask(detail.loader, admin(), undefined, number)) as Awaited<ReturnType<typeof detail.loader>>;
  expect(page.detail.hold?.unreleasable).toBe(release === null ? null : releaseRefusals[release]);
});
