import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { refundRefusals, releaseRefusals } from '#modules/orders/orders.schema.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { orders, refunds } from '#modules/orders/tables.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import { emailSentence } from '#shared/email-address.ts';
import { phoneSentence } from '#shared/phone-number.ts';
import type { FormResponse } from '#ui/form-response.ts';

import { givenPaidOrder, givenShipping } from '../../../../tests/support/shop-visitor.ts';
import { providerDashboard } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import { loader as slipLoader } from '../../storefront/return-slip.ts';
import * as list from '../orders.tsx';
import * as csv from '../orders-csv.ts';
import * as detail from '../order.tsx';
import { loader as teamSlip } from '../order-return-slip.ts';
let orderNumber: string;
let orderId: string;
test.beforeAll(async ({ shop }) => {
  await givenShipping(shop);
  ({ orderId } = await givenPaidOrder(shop));
  orderNumber = (await findOrder(shop.ctx.db, orderId))?.orderNumber ?? '';
});

type Part = (args: never) => unknown;
type Fields = Record<string, string>;

const isReply = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' && answer !== null && 'data' in answer;

/** Calls a page's loader or action as an admin, `minutes` after the last password confirmation. */
async function ask(
  shop: TestShop,
  part: Part,
  fields?: Fields,
  { number = orderNumber, minutes = 0, path = '/admin/orders' } = {},
) {
  const admin = signedIn({ confirmedAt: new Date(Date.now() - minutes * 60_000) });
  const call = pageCall(shop, path, admin, fields === undefined ? undefined : formOf(fields));
  const answer = await part({ ...call, params: { number } } as never);
  return isReply(answer) ? answer.data : answer;
}

/** Creates a paid order. `send` submits a form of its page with the order's present version. */
async function givenOrder(shop: TestShop, options: Parameters<typeof givenPaidOrder>[1] = {}) {
  const { orderId: id, intentId } = await givenPaidOrder(shop, options);
  const stored = async () => {
    const order = await findOrder(shop.ctx.db, id);
    if (order === null) throw new Error('no order');
    return order;
  };
  const { orderNumber: number, items } = await stored();
  const send = async (fields: Fields, action: Part = detail.action) => {
    const { version } = await stored();
    const form = { version: String(version), chosen: `${number}:${version}`, ...fields };
    return (await ask(shop, action, form, { number })) as FormResponse;
  };
  return { id, intentId, number, productId: items[0]?.productId ?? '', stored, send };
}

const pageOf = async (shop: TestShop, number: string) =>
  (await ask(shop, detail.loader, undefined, { number })) as Awaited<ReturnType<typeof detail.loader>>;

function openSlip(shop: TestShop, returnId: string, token: string): Promise<Response> {
  const path = `/returns/${returnId}/slip.pdf?token=${encodeURIComponent(token)}`;
  return slipLoader({ ...pageCall(shop, path, null), params: { id: returnId } });
}

test.for([
  ['the list', list.loader],
  ['an order', detail.loader],
  ['the export', csv.loader],
] as const)('%s opens for an admin', async ([_name, part], { shop }) => {
  expect(typeof (await ask(shop, part))).toBe('object');
});

test.for(['refund', 'cancel', 'return-refunded'])(
  '%s 15 minutes after the last password asks for it again, keeps the typed values and moves no money',
  async (form, { shop }) => {
    const fields = { form, amount: '59.00', reason: 'late', sure: 'on', key: 'k' };
    expect(await ask(shop, detail.action, fields, { minutes: 15 })).toMatchObject({
      ok: false,
      question: 'password',
      values: { amount: '59.00', reason: 'late' },
    });
    expect(await findOrder(shop.ctx.db, orderId)).toMatchObject({ status: 'confirmed', returnedCents: 0 });
  },
);

test.for([
  [{ form: 'status' }, 'Please select an order and status'],
  [{ form: 'status', chosen: 'HR-1:1' }, 'Please select an order and status'],
  [{ form: 'status', status: 'shipped' }, 'Please select an order and status'],
  [
    { form: 'status', chosen: 'HR-1:1', status: 'completed' },
    'The shop sets “Completed” itself when the return window closes. Please choose another status',
  ],
  [{ form: 'refund', amount: 'all' }, 'Enter an amount, for example 59.00.'],
  [{ form: 'refund', amount: '0', version: '1', key: 'k' }, 'Enter an amount, for example 59.00.'],
  [{ form: 'refund', amount: '59.01', version: '1', key: 'k' }, 'This is more than the amount left to refund.'],
  [{ form: 'hold', version: '1', reason: ' ' }, releaseRefusals.reason_missing],
  [{ form: 'release', version: '1', reason: 'x'.repeat(301) }, releaseRefusals.reason_too_long],
  [{ form: 'return-opened', reason: 'called' }, 'This order hasn’t shipped. Cancel it instead.'],
  [{ form: 'address', postalCode: '9410', country: 'US' }, 'Check the highlighted fields.'],
] as const)('the form %j is answered: %s', async ([fields, message], { shop }) => {
  expect(await ask(shop, detail.action, fields)).toMatchObject({ ok: false, message });
});

test('the contact form follows the checkout in what it changes, and leaves what was stored before', async ({
  shop,
}) => {
  const { id, send, stored } = await givenOrder(shop);
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
  expect(await save({ email: ' Mia.Rose@example.org ' })).toMatchObject({
    ok: true,
    message: 'Contact details updated.',
  });
  expect(await stored()).toMatchObject({ email: 'mia.rose@example.org', customer });
  const stale = await save({ phone: '+1 415 555 0133', version: '1' });
  expect(stale).toMatchObject({ ok: false, conflict: true, message: releaseRefusals.changed_meanwhile });
});

test('resending a refund with another amount reports the first refund', async ({ shop }) => {
  const { send, stored } = await givenOrder(shop);
  const refund = (amount: string) => send({ form: 'refund', version: '1', key: 'first', amount, sure: `${amount}00` });
  expect(await refund('20')).toMatchObject({ ok: true, message: 'Refunded $20.00.' });
  expect(await refund('30')).toMatchObject({ ok: true, message: 'Refunded $20.00.' });
  expect(await stored()).toMatchObject({ returnedCents: 2_000 });
});

/** Creates an order. `send` submits its refund form as it was opened. */
async function givenRefundForm(shop: TestShop) {
  const order = await givenOrder(shop);
  const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: null };
  await shop.ctx.db.update(orders).set({ paymentMethod }).where(eq(orders.id, order.id));
  const { version } = await order.stored();
  const form = { form: 'refund', version: String(version), key: crypto.randomUUID() };
  return { ...order, send: (fields: Fields) => order.send({ ...form, ...fields }) };
}

test.for([
  ['half of it', { by: 'percent', percent: '50' }, '$29.50', 2_950],
  ['one unit', { by: 'items', 'refund-PRODUCT': '1' }, '$59.00', 5_900],
  ['an amount', { by: 'amount', amount: '12.34' }, '$12.34', 1_234],
] as const)(
  'a refund of %s asks with amount and receiver, and refunds once it is confirmed',
  async ([_what, chosen, usd, cents], { shop }) => {
    const { send, stored, productId } = await givenRefundForm(shop);
    const fields = Object.fromEntries(
      Object.entries(chosen).map(([name, value]) => [name.replace('PRODUCT', productId), value]),
    );
    const question = await send(fields);
    const { customer, email } = await stored();
    const name = `${customer.firstName} ${customer.lastName}`;
    expect(question).toMatchObject({ ok: false, question: 'final', agrees: String(cents), values: fields });
    expect(question.message).toMatch(new RegExp(`^Refund \\${usd} to ${name} \\(${email}\\), Visa ending 4242\\?`));
    expect(await stored()).toMatchObject({ returnedCents: 0 });
    const agreed = { ...question.values, sure: String(cents) };
    const twice = await Promise.all([send(agreed), send(agreed)]);
    for (const one of twice) expect(one).toMatchObject({ ok: true, message: `Refunded ${usd}.` });
    expect(await stored()).toMatchObject({ returnedCents: cents });
  },
);

test('a refund is not made when confirmed for another amount, empty or above what is left', async ({ shop }) => {
  const { send, stored } = await givenRefundForm(shop);
  const typed = { by: 'amount', amount: '20', reason: 'late' };
  expect(await send({ ...typed, sure: '5900' })).toMatchObject({ question: 'final', agrees: '2000', values: typed });
  const half = { by: 'percent', percent: '50' };
  expect(await send({ ...half, sure: '5900' })).toMatchObject({ message: refundRefusals.changed_meanwhile });
  expect(await send({ by: 'percent', percent: '0' })).toMatchObject({
    issues: { percent: expect.any(String) as string },
  });
  expect(await send({ by: 'items' })).toMatchObject({ issues: { items: 'Choose what to refund' } });
  const tooMuch = 'This is more than the amount left to refund.';
  expect(await send({ amount: '59.01' })).toMatchObject({ issues: { amount: tooMuch }, values: { amount: '59.01' } });
  expect(await stored()).toMatchObject({ returnedCents: 0 });
});

test('two admins who agree to refund the same unit refund it once', async ({ shop }) => {
  const { send, stored, productId } = await givenRefundForm(shop);
  const agreed = { by: 'items', [`refund-${productId}`]: '1', sure: '5900' };
  const both = await Promise.all([send(agreed), send({ ...agreed, key: crypto.randomUUID() })]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const { returnedCents, version } = await stored();
  expect(returnedCents).toBe(5_900);
  const late = await send({ ...agreed, version: String(version), key: crypto.randomUUID(), sure: '' });
  expect(late).toMatchObject({ ok: false, message: refundRefusals.units_refunded });
});

test('after a refund refused by the provider, the same form can request another', async ({ shop }) => {
  const { intentId, send } = await givenOrder(shop);
  await providerDashboard(shop).refunds.create({ payment_intent: intentId, amount: 5_000 });
  const refund = (amount: string, key: string) => send({ form: 'refund', key, amount, sure: `${amount}00` });
  const refused = await refund('20', 'first');
  expect(refused).toMatchObject({ ok: false, message: refundRefusals.provider_refused });
  expect(await refund('9', refused.values.key ?? '')).toMatchObject({ ok: true, message: 'Refunded $9.00.' });
});

test('an unusual status asks for confirmation, and a bulk change names the refused orders', async ({ shop }) => {
  const { number, send } = await givenOrder(shop);
  expect(await send({ form: 'status', status: 'delivered' }, list.action)).toMatchObject({
    ok: false,
    question: 'sure',
    message: 'This order never shipped. Mark it as delivered anyway?',
    result: { refused: [{ name: number, question: 'Mark it as delivered anyway?' }] },
  });
  const message = 'Failed to update order status';
  const stale = await send({ form: 'status', chosen: `${number}:999`, status: 'shipped' }, list.action);
  expect(stale).toMatchObject({ ok: false, question: null, message, result: { refused: [{ question: undefined }] } });
});

test('a fully refunded order is not shipped with the others until that is confirmed', async ({ shop }) => {
  const [paid, back] = [await givenOrder(shop), await givenOrder(shop)];
  await shop.ctx.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, back.id));
  const both = await Promise.all([paid.stored(), back.stored()]);
  const chosen = both.map(({ orderNumber: number, version }) => `${number}:${version}`).join('\n');
  const row = {
    name: back.number,
    sentence: 'This order was fully refunded.',
    question: 'Ship it anyway?',
  };
  expect(await ask(shop, list.action, { form: 'status', chosen, status: 'shipped' })).toMatchObject({
    ok: false,
    message: 'Failed to update order status: 1 of 2 orders',
    result: { changed: [paid.number], refused: [row] },
  });
  expect([(await paid.stored()).status, (await back.stored()).status]).toEqual(['shipped', 'confirmed']);
  const alone = await back.send({ form: 'status', status: 'shipped', sure: 'on' }, list.action);
  expect(alone).toMatchObject({ ok: true });
});

test('an emptied tracking field removes the number, unless the form did not show what is stored', async ({ shop }) => {
  const { send, stored } = await givenOrder(shop);
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

test('overlong texts, units and keys that no browser sends are cut or refused with a message', async ({ shop }) => {
  const { productId, send, stored } = await givenOrder(shop);
  const rose = '\u{1f339}';
  const reno = { city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' };
  const street = `1 ${'S'.repeat(197)}${rose}`;
  expect(await send({ form: 'address', street, ...reno })).toMatchObject({ ok: true });
  const restock = { [`restock-${productId}`]: '99999999999' };
  const key = Array.from({ length: 200 }, () => crypto.randomUUID()).join('');
  const reason = `${'r'.repeat(499)}${rose}`;
  const refund = { form: 'refund', amount: '1', sure: '100' };
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
    carrierName,
    returnedCents: 100,
  });
});

test('unknown forms, orders and mails answer 404', async ({ shop }) => {
  const act = (number: string, fields: Fields) => ask(shop, detail.action, fields, { number });
  await expect(act(orderNumber, { form: 'constructor' })).rejects.toMatchObject({ status: 404 });
  await expect(act('HR-22222222', { form: 'hold', reason: 'x' })).rejects.toMatchObject({ status: 404 });
  await expect(act(orderNumber, { form: 'resend', id: 'x' })).rejects.toMatchObject({ status: 404 });
});

test("the owner opens a return and sends its label, and only the order's own link opens the slip", async ({ shop }) => {
  const { id, number, send } = await givenOrder(shop);
  await shop.ctx.db.update(orders).set({ status: 'shipped', shippedAt: new Date() }).where(eq(orders.id, id));
  const page = () => pageOf(shop, number);
  const productId = (await page()).detail.returnable[0]?.productId ?? '';
  const opens = { form: 'return-opened', [`return-${productId}`]: '1' };
  expect(await send({ ...opens, reason: '' })).toMatchObject({ ok: false, issues: { reason: 'Enter a reason' } });
  expect(await send({ form: 'return-opened', reason: 'called' })).toMatchObject({
    message: 'Choose the items to return.',
  });
  expect(await send({ ...opens, reason: 'called' })).toMatchObject({ ok: true });
  const { returns, returnable } = (await page()).detail;
  const [one] = returns;
  expect([one?.status, returnable]).toEqual(['requested', []]);
  const label = { form: 'return-label', id: one?.id ?? '' };
  expect(await send({ ...label, labelUrl: 'http://labels.example.com' })).toMatchObject({ ok: false });
  expect(await send({ ...label, labelUrl: 'https://labels.example.com' })).toMatchObject({ ok: true });
  const stale = { ...label, labelUrl: 'https://labels.example.com/2', version: '1' };
  expect(await send(stale)).toMatchObject({ ok: false, message: releaseRefusals.changed_meanwhile });
  const slip = (token: string) => openSlip(shop, one?.id ?? '', token);
  const { sessionSecret } = shop.ctx.settings;
  const ofOrder = pageOrderToken(sessionSecret, id, new Date());
  expect((await slip(ofOrder)).headers.get('content-type')).toBe('application/pdf');
  const ofTeam = (await ask(shop, teamSlip, undefined, {
    number,
    path: `/admin/orders?return=${one?.id}`,
  })) as Response;
  expect(ofTeam.headers.get('content-type')).toBe('application/pdf');
  const other = pageOrderToken(sessionSecret, orderId, new Date());
  await expect(slip(other)).rejects.toMatchObject({ status: 404 });
  await expect(slip('')).rejects.toMatchObject({ status: 404 });
  const declines = { form: 'return-declined', id: one?.id ?? '', reason: ' ' };
  expect(await send(declines)).toMatchObject({ ok: false, issues: { reason: 'Enter a reason. The customer sees it' } });
});

test.for([
  ['while its stock is gone', { holdReason: 'stock_gone', stockDeducted: false }, 'out_of_stock'],
  ['once its money went back', { holdReason: 'manual', paymentStatus: 'refunded' }, 'refunded_already'],
  ['for another reason', { holdReason: 'manual' }, null],
] as const)(
  'the page of an order held %s says whether it can be released',
  async ([_when, change, release], { shop }) => {
    const { id, number } = await givenOrder(shop, { product: { onHand: 1 } });
    await shop.ctx.db.update(orders).set(change).where(eq(orders.id, id));
    expect((await pageOf(shop, number)).detail.hold?.unreleasable).toBe(
      release === null ? null : releaseRefusals[release],
    );
  },
);
