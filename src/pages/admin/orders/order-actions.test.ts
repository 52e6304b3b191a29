import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refundRefusals, releaseRefusals } from '#modules/orders/orders.schema.ts';
import { findOrder } from '#modules/orders/orders.server.ts';
import { orders, refunds } from '#modules/orders/tables.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import { emailSentence } from '#shared/email-address.ts';
import { phoneSentence } from '#shared/phone-number.ts';
import type { FormAnswer } from '#ui/form-answer.ts';

import { givenPaidOrder, givenShipping } from '../../../../tests/support/shop-visitor.ts';
import { providerDashboard } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
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

type Part = (args: never) => unknown;
type Fields = Record<string, string>;

const isReply = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'data' in answer;

/** Calls a page's loader or action as an admin, `minutes` after the last password confirmation. */
async function ask(part: Part, fields?: Fields, { number = orderNumber, minutes = 0 } = {}) {
  const admin = signedIn({ confirmedAt: new Date(Date.now() - minutes * 60_000) });
  const call = pageCall(shop, '/admin/orders', admin, fields === undefined ? undefined : formOf(fields));
  const answer = await part({ ...call, params: { number } } as never);
  return isReply(answer) ? answer.data : answer;
}

/** Creates a paid order. `send` submits a form of its page with the order's present version. */
async function givenOrder(options: Parameters<typeof givenPaidOrder>[1] = {}) {
  const { orderId: id, intentId } = await givenPaidOrder(shop, options);
  const stored = async () => {
    const order = await findOrder(shop.ctx.db, id);
    if (order === null) throw new Error('no order');
    return order;
  };
  const { orderNumber: number, items } = await stored();
  const send = async (fields: Fields, action: Part = detail.action) => {
    const { version } = await stored();
    const form = { version: String(version), order: `${number}:${version}`, ...fields };
    return (await ask(action, form, { number })) as FormAnswer;
  };
  return { id, intentId, number, productId: items[0]?.productId ?? '', stored, send };
}

const pageOf = async (number: string) =>
  (await ask(detail.loader, undefined, { number })) as Awaited<ReturnType<typeof detail.loader>>;

function openSlip(returnId: string, token: string): Promise<Response> {
  const path = `/returns/${returnId}/slip.pdf?token=${encodeURIComponent(token)}`;
  return slipLoader({ ...pageCall(shop, path, null), params: { id: returnId } });
}

test.each([
  ['the list', list.loader],
  ['an order', detail.loader],
  ['the export', csv.loader],
])('%s opens for an admin', async (_name, part) => {
  expect(typeof (await ask(part))).toBe('object');
});

test.each(['refund', 'cancel', 'return-refunded'])(
  '%s 15 minutes after the last password asks for it again, keeps the typed values and moves no money',
  async (form) => {
    const fields = { form, amount: '59.00', reason: 'late', sure: 'on', key: 'k' };
    expect(await ask(detail.action, fields, { minutes: 15 })).toMatchObject({
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
  expect(await ask(detail.action, fields)).toMatchObject({ ok: false, message });
});

test('the contact form follows the checkout in what it changes, and leaves what was stored before', async () => {
  const { id, send, stored } = await givenOrder();
  const customer = { ...(await stored()).customer, phone: '' };
  await shop.ctx.db.update(orders).set({ customer }).where(eq(orders.id, id));
  const save = async (fields: Fields) => {
    const { email, customer: known } = await stored();
    return send({ form: 'contact', email, ...known, ...fields });
  };
  expect(await save({ email: 'mia@example' })).toMatchObject({ ok: false, issues: { email: emailSentence } });
  expect(await save({ phone: '0000000000' })).toMatchObject({ ok: false, issues: { phone: phoneSentence } });
  expect(await save({ firstName: ' ' })).toMatchObject({ ok: false, issues: { firstName: 'Enter your first name' } });
  expect(await save({ email: `${'x'.repeat(300)}@example.com` })).toMatchObject({ ok: false });
  expect(await save({})).toMatchObject({ ok: true });
  expect(await save({ email: ' Mia.Rose@example.org ' })).toMatchObject({ ok: true, message: 'Contact corrected' });
  expect(await stored()).toMatchObject({ email: 'mia.rose@example.org', customer });
  const stale = await save({ phone: '+1 415 555 0133', version: '1' });
  expect(stale).toMatchObject({ ok: false, conflict: true, message: releaseRefusals.changed_meanwhile });
});

test('resending a refund with another amount reports the first refund', async () => {
  const { send, stored } = await givenOrder();
  const refund = (amount: string) =>
    send({ form: 'refund', version: '1', key: 'first', amount, agreed: `${amount}00` });
  expect(await refund('20')).toMatchObject({ ok: true, message: '$20.00 refunded' });
  expect(await refund('30')).toMatchObject({ ok: true, message: '$20.00 refunded' });
  expect(await stored()).toMatchObject({ returnedCents: 2_000 });
});

/** Creates an order. `send` submits its refund form as it was opened. */
async function givenRefundForm() {
  const order = await givenOrder();
  const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: null };
  await shop.ctx.db.update(orders).set({ paymentMethod }).where(eq(orders.id, order.id));
  const { version } = await order.stored();
  const form = { form: 'refund', version: String(version), key: crypto.randomUUID() };
  return { ...order, send: (fields: Fields) => order.send({ ...form, ...fields }) };
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

test('a refund is not made when confirmed for another amount, being changed, empty or above what is left', async () => {
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
  const tooMuch = 'This is more than what is left to refund.';
  expect(await send({ amount: '59.01' })).toMatchObject({ issues: { amount: tooMuch }, values: { amount: '59.01' } });
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
  const { intentId, send } = await givenOrder();
  await providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 5_000 });
  const refund = (amount: string, key: string) => send({ form: 'refund', key, amount, agreed: `${amount}00` });
  const refused = await refund('20', 'first');
  expect(refused).toMatchObject({ ok: false, message: refundRefusals.provider_refused });
  expect(await refund('9', refused.values.key ?? '')).toMatchObject({ ok: true, message: '$9.00 refunded' });
});

test('an unusual status asks for confirmation, and a bulk change names the refused orders', async () => {
  const { number, send } = await givenOrder();
  expect(await send({ form: 'status', status: 'delivered' }, list.action)).toMatchObject({
    ok: false,
    question: 'sure',
    message: 'This order was never shipped. Set it to delivered all the same?',
    result: { canConfirm: true, refused: [{ orderNumber: number }] },
  });
  const message = 'Failed to update order status';
  const stale = await send({ form: 'status', order: `${number}:999`, status: 'shipped' }, list.action);
  expect(stale).toMatchObject({ ok: false, question: null, message, result: { canConfirm: false } });
});

test('a fully refunded order is not shipped with the others until that is confirmed', async () => {
  const [paid, back] = [await givenOrder(), await givenOrder()];
  await shop.ctx.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, back.id));
  const both = await Promise.all([paid.stored(), back.stored()]);
  const order = both.map(({ orderNumber: number, version }) => `${number}:${version}`).join('\n');
  const sentence = 'All money of this order has gone back. Send it all the same?';
  expect(await ask(list.action, { form: 'status', order, status: 'shipped' })).toMatchObject({
    ok: false,
    message: 'Failed to update order status: 1 of 2 orders',
    result: { canConfirm: true, refused: [{ orderNumber: back.number, sentence }] },
  });
  expect([(await paid.stored()).status, (await back.stored()).status]).toEqual(['shipped', 'confirmed']);
  const alone = await back.send({ form: 'status', status: 'shipped', confirm: 'on' }, list.action);
  expect(alone).toMatchObject({ ok: true });
});

test('an emptied tracking field removes the number, unless the form did not show what is stored', async () => {
  const { send, stored } = await givenOrder();
  const say = async (fields: Fields) => (await send({ form: 'status', ...fields }, list.action)).message;
  const parcel = { status: 'shipped', carrierName: 'UPS', trackingNumber: '1Z999' };
  expect(await say(parcel)).toBe('Order status updated successfully');
  const tracking = async () => {
    const { carrierName, trackingNumber } = await stored();
    return [carrierName, trackingNumber];
  };
  await say({ status: 'in_transit', carrierName: '', trackingNumber: '' });
  expect(await tracking()).toEqual(['UPS', '1Z999']);
  await say({ ...parcel, status: 'in_transit', trackingNumber: '', 'shows-tracking': 'on' });
  expect(await tracking()).toEqual(['UPS', null]);
});

test('overlong texts, units and keys that no browser sends are cut or refused with a message', async () => {
  const { productId, send, stored } = await givenOrder();
  const rose = '\u{1f339}';
  const reno = { city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' };
  const street = `1 ${'S'.repeat(197)}${rose}`;
  expect(await send({ form: 'address', street, ...reno })).toMatchObject({ ok: true });
  const restock = { [`restock-${productId}`]: '99999999999' };
  const key = Array.from({ length: 200 }, () => crypto.randomUUID()).join('');
  const reason = `${'r'.repeat(499)}${rose}`;
  const refund = { form: 'refund', amount: '1', agreed: '100' };
  expect(await send({ ...refund, key, reason, ...restock })).toMatchObject({ ok: true });
  const refunded = await shop.ctx.db
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.key, key.slice(0, 36)));
  expect(refunded).toEqual([{ reason: 'r'.repeat(499) }]);
  const carrierName = `${'U'.repeat(99)}${rose}`;
  expect(await send({ form: 'status', status: 'shipped', carrierName })).toMatchObject({ ok: true });
  const opens = { form: 'return-opened', [`return-${productId}`]: '1' };
  expect(await send({ ...opens, reason })).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({
    shippingAddress: { street: `1 ${'S'.repeat(197)}` },
    carrierName: 'U'.repeat(99),
    returnedCents: 100,
  });
});

test('unknown forms, orders and mails answer 404', async () => {
  const act = (number: string, fields: Fields) => ask(detail.action, fields, { number });
  await expect(act(orderNumber, { form: 'constructor' })).rejects.toMatchObject({ status: 404 });
  await expect(act('HR-22222222', { form: 'hold', reason: 'x' })).rejects.toMatchObject({ status: 404 });
  await expect(act(orderNumber, { form: 'resend', id: 'x' })).rejects.toMatchObject({ status: 404 });
});

test("the owner opens a return and sends its label, and only the order's own link opens the slip", async () => {
  const { id, number, send } = await givenOrder();
  await shop.ctx.db.update(orders).set({ status: 'shipped', shippedAt: new Date() }).where(eq(orders.id, id));
  const page = () => pageOf(number);
  const productId = (await page()).detail.returnable[0]?.productId ?? '';
  const opens = { form: 'return-opened', [`return-${productId}`]: '1' };
  expect(await send({ ...opens, reason: '' })).toMatchObject({ ok: false, issues: { reason: 'Enter a reason' } });
  expect(await send({ form: 'return-opened', reason: 'called' })).toMatchObject({ message: 'Choose what comes back.' });
  expect(await send({ ...opens, reason: 'called' })).toMatchObject({ ok: true });
  const { returns, returnable } = (await page()).detail;
  const [one] = returns;
  expect([one?.status, returnable]).toEqual(['requested', []]);
  const label = { form: 'return-label', id: one?.id ?? '' };
  expect(await send({ ...label, labelUrl: 'http://labels.example.com' })).toMatchObject({ ok: false });
  expect(await send({ ...label, labelUrl: 'https://labels.example.com' })).toMatchObject({ ok: true });
  const stale = { ...label, labelUrl: 'https://labels.example.com/2', version: '1' };
  expect(await send(stale)).toMatchObject({ ok: false, message: releaseRefusals.changed_meanwhile });
  const slip = (token: string) => openSlip(one?.id ?? '', token);
  expect((await slip((await page()).slipToken)).headers.get('content-type')).toBe('application/pdf');
  const other = pageOrderToken(shop.ctx.settings.sessionSecret, orderId, new Date());
  await expect(slip(other)).rejects.toMatchObject({ status: 404 });
  await expect(slip('')).rejects.toMatchObject({ status: 404 });
  const declines = { form: 'return-declined', id: one?.id ?? '', reason: ' ' };
  expect(await send(declines)).toMatchObject({ ok: false, issues: { reason: 'The customer is told why' } });
});

test.each([
  ['while its stock is gone', { holdReason: 'stock_gone', stockTaken: false }, 'out_of_stock'],
  ['once its money went back', { holdReason: 'manual', paymentStatus: 'refunded' }, 'refunded_already'],
  ['for another reason', { holdReason: 'manual' }, null],
] as const)('the page of an order held %s says whether it can be released', async (_when, change, release) => {
  const { id, number } = await givenOrder({ product: { onHand: 1 } });
  await shop.ctx.db.update(orders).set(change).where(eq(orders.id, id));
  expect((await pageOf(number)).detail.hold?.unreleasable).toBe(release === null ? null : releaseRefusals[release]);
});
