import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { correctAddress } from '#modules/orders/correct-address.server.ts';
import type { OrderTax } from '#modules/orders/order-record.ts';
import { taxDifference, taxRefundKey } from '#modules/orders/tax-difference.ts';
import { findOrderDetail } from '#modules/orders/orders.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { editRate, rateView } from '#modules/tax/edit-tax-rates.server.ts';
import { seedTaxRates, taxRateOf, taxRateOn } from '#modules/tax/tax-rates.server.ts';
import { taxRates } from '#modules/tax/tables.server.ts';
import type { FormResponse } from '#ui/form-response.ts';

import { changesOf } from '../../../../tests/support/audit-entries.ts';
import { owner, refundByOwner } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { givenPaidOrder } from '../../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../../tests/support/shop-test.ts';
import { action, loader } from '../order.tsx';

const test = testWithShop({ prepare: (shop) => seedTaxRates(shop.ctx.db) });

const losAngeles = {
  street: '1 Main Street',
  line2: '',
  city: 'Los Angeles',
  state: 'CA',
  postalCode: '90012',
  country: 'US',
};
const newYork = { street: '1 Broadway', line2: '', city: 'New York', state: 'NY', postalCode: '10004', country: 'US' };

/** Creates an order of one wand at $59.00 to San Francisco, with a tax of 7.25 %: $4.28. */
async function givenOrder(shop: TestShop) {
  const { orderId } = await givenPaidOrder(shop, { product: { onHand: null } });
  const [row] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const number = row?.orderNumber ?? '';
  const read = async () => {
    const detail = await findOrderDetail(shop.ctx.db, number);
    if (detail === null) throw new Error('no order');
    return detail;
  };
  const call = (form?: FormData) => ({
    ...pageCall(shop, `/admin/orders/${number}`, signedIn(), form),
    params: { number },
  });
  const send = async (fields: Record<string, string>) => {
    const { version } = (await read()).order;
    const answer = (await action(call(formOf({ version: String(version), ...fields })))) as { data: FormResponse };
    return answer.data;
  };
  const move = (address: typeof newYork) =>
    send({ form: 'address', ...address, deliveryInstructions: '', isSure: 'on' });
  return { orderId, number, read, send, move, tax: async () => (await loader(call())).tax };
}

test('an order whose address was never corrected shows no tax difference', async ({ shop }) => {
  const { tax, read } = await givenOrder(shop);
  expect((await read()).order.taxCents).toBe(428);
  expect(await tax()).toBeNull();
});

test('a lower tax at the corrected address is refunded once, with its reason, and audited', async ({ shop }) => {
  const { number, read, send, move, tax } = await givenOrder(shop);
  expect(await move(newYork)).toMatchObject({ ok: true });
  expect(await tax()).toEqual({ chargedCents: 428, dueCents: 236, differenceCents: -192, refundCents: 192 });
  const { version } = (await read()).order;
  const form = { form: 'refund-tax', sure: 'on', version: String(version) };
  expect(await send({ ...form, amount: '193' })).toMatchObject({ ok: false });
  const both = [await send({ ...form, amount: '192' }), await send({ ...form, amount: '192' })];
  for (const answer of both) expect(answer).toMatchObject({ ok: true, message: 'Refunded $1.92.' });
  const { order, refunds } = await read();
  expect([order.returnedCents, order.returnedTaxCents]).toEqual([192, 192]);
  expect(refunds).toMatchObject([{ amountCents: 192, reason: 'Tax at the corrected address', status: 'succeeded' }]);
  expect(await tax()).toBeNull();
  expect(await send({ form: 'refund-tax', sure: 'on', amount: '0' })).toMatchObject({
    message: 'There’s no tax to refund.',
  });
  const entries = await changesOf(shop.ctx.db, { subject: `order:${number}` });
  expect(entries.map((entry) => [entry.action, entry.after])).toMatchObject([
    ['order.refund', { amount: '$1.92', reason: 'Tax at the corrected address' }],
    ['order.address', { taxAtAddressCents: 236 }],
  ]);
  expect(order.events.map(({ message }) => message)).toContain('Address updated: tax due $2.36, charged $4.28');
});

test('a higher tax at the corrected address names its amount and refunds nothing', async ({ shop }) => {
  const { orderId, send, move, tax } = await givenOrder(shop);
  const tax236 = { name: 'NY sales tax', ratePpm: 40_000, inclusive: false, amountCents: 236 };
  const sold = { taxCents: 236, tax: tax236, shippingAddress: newYork };
  await shop.ctx.db.update(orders).set(sold).where(eq(orders.id, orderId));
  await move(losAngeles);
  expect(await tax()).toEqual({ chargedCents: 236, dueCents: 428, differenceCents: 192, refundCents: 0 });
  expect(await send({ form: 'refund-tax', sure: 'on', amount: '192' })).toMatchObject({ ok: false });
});

test('a refund of the tax asks for the password again, and no more than what is left is offered', async ({ shop }) => {
  const { orderId, number, read, move, tax } = await givenOrder(shop);
  await move(newYork);
  const user = signedIn({ confirmedAt: new Date(0) });
  const form = formOf({ form: 'refund-tax', sure: 'on', version: String((await read()).order.version), amount: '192' });
  const late = await action({ ...pageCall(shop, '/', user, form), params: { number } });
  expect(late).toMatchObject({ data: { ok: false, question: 'password' } });
  expect((await read()).refunds).toEqual([]);
  await refundByOwner(shop, { orderId, amountCents: 6_328 });
  await shop.ctx.payments.deliverEvents();
  expect(await tax()).toBeNull();
});

test('the tax of a corrected address follows the rate of the day of the order', async ({ shop }) => {
  const { read, move, tax } = await givenOrder(shop);
  const { placedAt } = (await read()).order;
  const place = { country: 'US', state: 'NY', postalCode: '10004' };
  const ofNewYork = and(eq(taxRates.country, 'US'), eq(taxRates.state, 'NY'));
  const [row] = await shop.ctx.db.select().from(taxRates).where(ofNewYork);
  const id = row?.id ?? '';
  for (const ratePpm of [100_000, 50_000]) {
    const { version = '' } = (await rateView(shop.ctx.db, id)) ?? {};
    const edit = { id, version, name: 'Sales tax', ratePpm, inclusive: false, source: 'state' };
    expect(await editRate({ ...shop.ctx, now: () => new Date() }, owner, edit)).toMatchObject({ ok: true });
  }
  await move(newYork);
  expect(await taxRateOf(shop.ctx.db, shop.ctx, { place })).toMatchObject({ ratePpm: 50_000 });
  expect(await taxRateOn(shop.ctx.db, shop.ctx, { place, at: placedAt })).toMatchObject({ ratePpm: 40_000 });
  expect(await tax()).toMatchObject({ dueCents: 236 });
});

const portland = {
  street: '1 Oak Street',
  line2: '',
  city: 'Portland',
  state: 'OR',
  postalCode: '97201',
  country: 'US',
};
const denver = {
  street: '1 Market Street',
  line2: '',
  city: 'Denver',
  state: 'CO',
  postalCode: '80202',
  country: 'US',
};
const london = { street: '1 High Street', line2: '', city: 'London', state: '', postalCode: 'SW1A 1AA', country: 'GB' };
const jersey = { ...london, city: 'St Helier', postalCode: 'JE2 3QA' };
const sydney = {
  street: '1 George Street',
  line2: '',
  city: 'Sydney',
  state: 'NSW',
  postalCode: '2000',
  country: 'AU',
};
const charged: Record<string, { taxCents: number; tax: OrderTax | null }> = {
  CA: { taxCents: 428, tax: { name: 'Sales tax', ratePpm: 72_500, inclusive: false, amountCents: 428 } },
  OR: { taxCents: 0, tax: null },
  GB: { taxCents: 0, tax: { name: 'VAT', ratePpm: 200_000, inclusive: true, amountCents: 983 } },
  JE: { taxCents: 0, tax: null },
};

/** Creates an order of $59.00, with the tax that its place asks for. */
async function givenOrderTo(shop: TestShop, place: string, shippingAddress: typeof newYork) {
  const order = await givenOrder(shop);
  const capturedCents = 5_900 + (charged[place]?.taxCents ?? 0);
  const fields = { ...charged[place], shippingAddress, capturedCents, totalCents: capturedCents };
  await shop.ctx.db.update(orders).set(fields).where(eq(orders.id, order.orderId));
  return order;
}

const wasCharged = (tax: string, due: string) =>
  `This address changes the tax of the order: ${tax} was charged, ${due} is due there.`;
const refundSentence = (amount: string) =>
  ` The customer is owed ${amount}: this page offers the refund once the address is saved.`;
const borneSentence = (amount: string) =>
  ` The difference of ${amount} is paid by the shop, unless you ask the customer for it.`;

test.for([
  ['Great Britain to Jersey', 'GB', london, jersey, wasCharged('$9.83', '$0.00') + refundSentence('$9.83'), 983],
  ['Great Britain to Oregon', 'GB', london, portland, wasCharged('$9.83', '$0.00') + refundSentence('$9.83'), 983],
  ['Great Britain to Australia', 'GB', london, sydney, wasCharged('$9.83', '$5.36') + refundSentence('$4.47'), 447],
  ['Jersey to Great Britain', 'JE', jersey, london, wasCharged('$0.00', '$9.83') + borneSentence('$9.83'), 0],
  ['California to Oregon', 'CA', losAngeles, portland, wasCharged('$4.28', '$0.00') + refundSentence('$4.28'), 428],
  ['California to Colorado', 'CA', losAngeles, denver, wasCharged('$4.28', '$1.71') + refundSentence('$2.57'), 257],
  ['Oregon to California', 'OR', portland, losAngeles, wasCharged('$0.00', '$4.28') + borneSentence('$4.28'), 0],
] as const)(
  'a correction from %s names its tax before anything is stored, and keeps what was typed',
  async ([_name, place, from, to, message, refundCents], { shop }) => {
    const { read, send, tax } = await givenOrderTo(shop, place, from);
    const form = { form: 'address', ...to, deliveryInstructions: 'Ring twice' };
    const before = await read();
    const answer = await send(form);
    expect(answer).toMatchObject({ ok: false, question: 'sure', message, issues: {} });
    expect(answer.values).toMatchObject({ ...to, deliveryInstructions: 'Ring twice' });
    expect(await read()).toEqual(before);
    // A box that was ticked below another question does not agree to this tax.
    for (const agreedTax of ['none', '1']) {
      const other = await send({ ...answer.values, agreedTax, isSure: 'on' });
      expect(other).toMatchObject({ ok: false, question: 'sure', message });
      expect(other.values.isSure).toBeUndefined();
    }
    expect(await read()).toEqual(before);
    expect(await send({ ...answer.values, isSure: 'on' })).toMatchObject({ ok: true });
    expect((await read()).order.shippingAddress).toMatchObject(to);
    expect(await tax()).toMatchObject({ refundCents });
    if (refundCents === 0) return;
    expect(await send({ form: 'refund-tax', sure: 'on', amount: String(refundCents) })).toMatchObject({ ok: true });
    const { order, refunds } = await read();
    expect([order.returnedCents, order.returnedTaxCents]).toEqual([refundCents, refundCents]);
    expect(refunds.map(({ split }) => split)).toEqual([{ goodsCents: 0, shippingCents: 0, taxCents: refundCents }]);
    expect(await tax()).toBeNull();
  },
);

test('a correction within one tax and changed notes are stored without a question', async ({ shop }) => {
  const { send, tax } = await givenOrder(shop);
  expect(await send({ form: 'address', ...losAngeles, deliveryInstructions: '' })).toMatchObject({ ok: true });
  const note = { deliveryInstructions: 'Ring twice' };
  expect(await send({ form: 'address', ...losAngeles, ...note })).toMatchObject({ ok: true });
  expect(await tax()).toBeNull();
});

test('a correction back names the tax again, before and after the difference was refunded', async ({ shop }) => {
  const { send, tax } = await givenOrder(shop);
  const form = (address: typeof newYork) => ({ form: 'address', ...address, deliveryInstructions: '' });
  const say = async (address: typeof newYork) => (await send(form(address))).message;
  const save = async (address: typeof newYork) => {
    const { values } = await send(form(address));
    expect(await send({ ...values, isSure: 'on' })).toMatchObject({ ok: true });
  };
  await save(denver);
  expect(await say(losAngeles)).toBe(`${wasCharged('$4.28', '$4.28')} Nothing is owed on either side.`);
  expect(await send({ form: 'refund-tax', sure: 'on', amount: '257' })).toMatchObject({ ok: true });
  expect(await say(losAngeles)).toBe(wasCharged('$1.71', '$4.28') + borneSentence('$2.57'));
  await save(losAngeles);
  expect(await tax()).toEqual({ chargedCents: 171, dueCents: 428, differenceCents: 257, refundCents: 0 });
});

test('a doubtful ZIP and a changed tax are one question, and neither is forgotten', async ({ shop }) => {
  const { read, send } = await givenOrder(shop);
  const form = { form: 'address', ...portland, postalCode: '94103', deliveryInstructions: '' };
  const zipOnly = await send({ form: 'address', ...losAngeles, postalCode: '97201', deliveryInstructions: '' });
  expect(zipOnly).toMatchObject({ ok: false, question: 'sure', values: { agreedTax: 'none' } });
  const both = await send(form);
  expect(both.issues.postalCode).toBeTypeOf('string');
  expect(both.message).toBe(`${both.issues.postalCode} ${wasCharged('$4.28', '$0.00')}${refundSentence('$4.28')}`);
  const ticked = await send({ ...zipOnly.values, ...form, isSure: 'on' });
  expect(ticked).toMatchObject({ ok: false, question: 'sure' });
  expect((await read()).order.shippingAddress.state).toBe('CA');
  expect(await send({ ...both.values, isSure: 'on' })).toMatchObject({ ok: true });
});

test('every sender must name the tax: the operation refuses a correction that changes it', async ({ shop }) => {
  const { number, read } = await givenOrder(shop);
  const correction = { orderNumber: number, address: portland, deliveryInstructions: '' };
  for (const agreedTaxCents of [null, 428, 1])
    expect(await correctAddress(shop.ctx, owner, { ...correction, agreedTaxCents })).toEqual({
      ok: false,
      reason: 'tax_changes',
    });
  expect((await read()).order.shippingAddress.state).toBe('CA');
  expect(await correctAddress(shop.ctx, owner, { ...correction, agreedTaxCents: 0 })).toMatchObject({ ok: true });
});

const sold = { goodsCents: 5_900, shippingCents: 0, taxCents: 428 };
const back = (goodsCents: number, taxCents: number) => ({ goodsCents, shippingCents: 0, taxCents });

test.each([
  ['is open until it is refunded', back(0, 0), 236, [428, 236, -192]],
  ['is settled by its refund', back(0, 192), 236, [236, 236, 0]],
  ['is open again after a move back', back(0, 192), 428, [236, 428, 192]],
  ['leaves out returned goods', back(2_950, 214), 236, [214, 118, -96]],
  ['is settled by a refund after goods went back', back(2_950, 310), 236, [118, 118, 0]],
  ['is none once all went back', back(5_900, 428), 236, [0, 0, 0]],
  ['is not made by the rounding of a return', back(2_953, 215), 428, [213, 213, 0]],
] as const)('the tax difference %s', (_what, claimed, placeCents, [chargedCents, dueCents, differenceCents]) => {
  expect(taxDifference({ sold, claimed }, placeCents)).toEqual({ chargedCents, dueCents, differenceCents });
  expect(taxRefundKey(3)).toBe('tax-3');
});
