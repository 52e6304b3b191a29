import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { taxDifference, taxRefundKey } from '#modules/orders/tax-difference.ts';
import { findOrderDetail } from '#modules/orders/orders.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { editRate, rateView } from '#modules/tax/edit-tax-rates.server.ts';
import { seedTaxRates, taxRateOf, taxRateOn } from '#modules/tax/tax-rates.server.ts';
import { taxRates } from '#modules/tax/tables.server.ts';
import { emptyNotes } from '#shared/order-notes.ts';
import type { FormAnswer } from '#ui/form-answer.ts';

import { changesOf } from '../../../../tests/support/audit-entries.ts';
import { owner, refundByOwner } from '../../../../tests/support/orders.ts';
import { formOf, pageCall, signedIn } from '../../../../tests/support/page-requests.ts';
import { givenPaidOrder } from '../../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { action, loader } from '../order.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await seedTaxRates(shop.ctx.db);
});
afterAll(() => shop.close());

const losAngeles = { street: '1 Main Street', city: 'Los Angeles', state: 'CA', postalCode: '90012', country: 'US' };
const newYork = { street: '1 Broadway', city: 'New York', state: 'NY', postalCode: '10004', country: 'US' };

/** Creates an order of one wand at $59.00 to San Francisco, with a tax of 8.25 %: $4.87. */
async function givenOrder() {
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
    const answer = (await action(call(formOf({ version: String(version), ...fields })))) as { data: FormAnswer };
    return answer.data;
  };
  const move = (address: typeof newYork) => send({ form: 'address', ...address, ...emptyNotes, isSure: 'on' });
  return { orderId, number, read, send, move, tax: async () => (await loader(call())).tax };
}

test('an order whose address was never corrected shows no tax difference', async () => {
  const { tax, read } = await givenOrder();
  expect((await read()).order.taxCents).toBe(487);
  expect(await tax()).toBeNull();
});

test('a lower tax at the corrected address is refunded once, with its reason, and audited', async () => {
  const { number, read, send, move, tax } = await givenOrder();
  expect(await move(newYork)).toMatchObject({ ok: true });
  expect(await tax()).toEqual({ chargedCents: 487, dueCents: 236, differenceCents: -251, refundCents: 251 });
  const { version } = (await read()).order;
  const form = { form: 'refund-tax', version: String(version) };
  expect(await send({ ...form, amount: '252' })).toMatchObject({ ok: false });
  const both = [await send({ ...form, amount: '251' }), await send({ ...form, amount: '251' })];
  for (const answer of both) expect(answer).toMatchObject({ ok: true, message: '$2.51 refunded' });
  const { order, refunds, refundedTaxCents } = await read();
  expect([order.returnedCents, refundedTaxCents]).toEqual([251, 251]);
  expect(refunds).toMatchObject([{ amountCents: 251, reason: 'Tax at the corrected address', status: 'succeeded' }]);
  expect(await tax()).toBeNull();
  expect(await send({ form: 'refund-tax', amount: '0' })).toMatchObject({ message: 'There is no tax to refund.' });
  const entries = await changesOf(shop.ctx.db, { subject: `order:${number}` });
  expect(entries.map((entry) => [entry.action, entry.after])).toMatchObject([
    ['order.refund', { amount: '$2.51', reason: 'Tax at the corrected address' }],
    ['order.address', { taxAtAddressCents: 236 }],
  ]);
  expect(order.events.map(({ message }) => message)).toContain('Address corrected: tax $2.36 there, $4.87 charged');
});

test('a higher tax at the corrected address names its amount and refunds nothing', async () => {
  const { orderId, send, move, tax } = await givenOrder();
  await shop.ctx.db.update(orders).set({ taxCents: 236, shippingAddress: newYork }).where(eq(orders.id, orderId));
  await move(losAngeles);
  expect(await tax()).toEqual({ chargedCents: 236, dueCents: 487, differenceCents: 251, refundCents: 0 });
  expect(await send({ form: 'refund-tax', amount: '251' })).toMatchObject({ ok: false });
});

test('a refund of the tax asks for the password again, and no more than what is left is offered', async () => {
  const { orderId, number, read, move, tax } = await givenOrder();
  await move(newYork);
  const user = signedIn({ confirmedAt: new Date(0) });
  const form = formOf({ form: 'refund-tax', version: String((await read()).order.version), amount: '251' });
  const late = await action({ ...pageCall(shop, '/', user, form), params: { number } });
  expect(late).toMatchObject({ data: { ok: false, question: 'password' } });
  expect((await read()).refunds).toEqual([]);
  await refundByOwner(shop, { orderId, amountCents: 6_387 });
  await shop.ctx.payments.deliverEvents();
  expect(await tax()).toBeNull();
});

test('the tax of a corrected address follows the rate of the day of the order', async () => {
  const { read, move, tax } = await givenOrder();
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

const paid = { taxCents: 428, shippingCents: 0, capturedCents: 6_328, returnedCents: 0 };

test.each([
  ['is open until it is refunded', {}, { dueCents: 236, refundedCents: 0 }, -192],
  ['is settled by its refund', { returnedCents: 192 }, { dueCents: 236, refundedCents: 192 }, 0],
  ['is settled while its refund is on its way', {}, { dueCents: 236, refundedCents: 192 }, 0],
  ['is open again after a move back', { returnedCents: 192 }, { dueCents: 428, refundedCents: 192 }, 192],
  ['leaves out returned goods', { returnedCents: 3_164 }, { dueCents: 236, refundedCents: 0 }, -96],
  ['is none once all went back', { returnedCents: 6_328 }, { dueCents: 236, refundedCents: 0 }, 0],
] as const)('the tax difference %s', (_what, fields, tax, expected) => {
  expect(taxDifference({ ...paid, ...fields }, tax)).toBe(expected);
  expect(taxRefundKey(3)).toBe('tax-3');
});
