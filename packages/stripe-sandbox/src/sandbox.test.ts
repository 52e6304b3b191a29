import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';

import type { Db } from './database.ts';
import { openEmbedded } from './embedded-database.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { sandboxEvents } from './tables.ts';

let db: Db;
let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  db = await openEmbedded();
  sandbox = createSandbox({ db });
  stripe = new Stripe('sk_test_sdk', { httpClient: Stripe.createFetchHttpClient(sandbox.fetch) });
});

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '');

const newIntent = (amount = 5_900) => stripe.paymentIntents.create({ amount, currency: 'usd' });

async function paidWith(method: string, amount = 5_900) {
  const { id } = await newIntent(amount);
  return stripe.paymentIntents.confirm(id, { payment_method: method });
}

/** Returns the error that the SDK throws for a call. */
async function failureOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.then(
    () => new Error('it was accepted'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}

async function eventsAbout(id: string): Promise<string[]> {
  const rows = await db.select().from(sandboxEvents);
  return rows
    .map(({ body }) => JSON.parse(body) as { type: string; data: { object: { id: string } } })
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type)
    .toSorted();
}

test('an intent is created, changed, read and canceled, and then stays canceled', async () => {
  const made = await stripe.paymentIntents.create({ amount: 5_900, currency: 'usd', metadata: { snapshot: '1' } });
  expect(made).toMatchObject({ object: 'payment_intent', status: 'requires_payment_method', amount_received: 0 });
  const changed = await stripe.paymentIntents.update(made.id, { amount: 100, metadata: { snapshot: '2', more: 'x' } });
  expect(changed).toMatchObject({ amount: 100, metadata: { snapshot: '2', more: 'x' } });
  expect(await stripe.paymentIntents.retrieve(made.id)).toMatchObject({ id: made.id, amount: 100 });
  expect(await stripe.paymentIntents.cancel(made.id)).toMatchObject({ status: 'canceled' });
  const again = await failureOf(stripe.paymentIntents.cancel(made.id));
  expect(again).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  expect(again.payment_intent).toMatchObject({ id: made.id, status: 'canceled' });
  expect(await eventsAbout(made.id)).toEqual(['payment_intent.canceled']);
});

test('a confirmed intent is paid in full and has a charge', async () => {
  const paid = await paidWith('pm_card_visa');
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5_900 });
  const charge = await stripe.charges.retrieve(idOf(paid.latest_charge));
  expect(charge).toMatchObject({ amount: 5_900, amount_refunded: 0, paid: true, payment_intent: paid.id });
  const card = { brand: 'visa', last4: '4242', wallet: null };
  expect(charge.payment_method_details).toEqual({ type: 'card', card });
  const change = await failureOf(stripe.paymentIntents.update(paid.id, { amount: 100 }));
  expect(change).toMatchObject({ code: 'payment_intent_unexpected_state' });
});

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
])('%s causes a card error of the SDK, and the intent waits for another card', async (method, code, declineCode) => {
  const { id } = await newIntent();
  const error = await failureOf(stripe.paymentIntents.confirm(id, { payment_method: method }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', rawType: 'card_error', code });
  expect(error.decline_code).toBe(declineCode);
  expect(error.requestId).toMatch(/^req_/);
  expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method', last_payment_error: { code } });
  expect(await eventsAbout(id)).toEqual(['payment_intent.payment_failed']);
  expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
    status: 'succeeded',
  });
});

test.each([
  [true, 'succeeded'],
  [false, 'requires_payment_method'],
])('3-D Secure with passed = %s leaves the intent %s', async (passed, status) => {
  const asking = await paidWith('pm_card_authenticationRequiredOnSetup');
  expect(asking).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  await sandbox.authenticate(asking.client_secret ?? '', passed);
  expect(await stripe.paymentIntents.retrieve(asking.id)).toMatchObject({ status });
});

test.each([
  [() => stripe.paymentIntents.retrieve('pi_none'), "No such payment_intent: 'pi_none'", 'intent'],
  [() => stripe.paymentIntents.update('pi_none', { amount: 100 }), "No such payment_intent: 'pi_none'", 'intent'],
  [() => stripe.refunds.retrieve('re_none'), "No such refund: 're_none'", 'id'],
  [() => stripe.charges.retrieve('ch_none'), "No such charge: 'ch_none'", 'id'],
  [() => stripe.disputes.close('dp_none'), "No such dispute: 'dp_none'", 'dispute'],
  [() => stripe.checkout.sessions.expire('cs_none'), "No such checkout.session: 'cs_none'", 'session'],
])('an unknown id is answered with 404: %s', async (call, message, param) => {
  const error = await failureOf(call());
  expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', message, param });
});

test.each([
  [{ currency: 'usd' }, 'parameter_missing'],
  [{ amount: 49, currency: 'usd' }, 'amount_too_small'],
  [{ amount: 59.5, currency: 'usd' }, 'parameter_invalid_integer'],
  [{ amount: 5_900, currency: 'eur' }, 'invalid_currency'],
])('an intent of %j is refused: %s', async (params, code) => {
  const error = await failureOf(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));
  expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', code });
});

test('the same key and parameters make one call, and other parameters cause a conflict', async () => {
  const params = { amount: 5_900, currency: 'usd' };
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'one-intent' });
  const second = await stripe.paymentIntents.create(params, { idempotencyKey: 'one-intent' });
  expect(second.id).toBe(first.id);
  const error = await failureOf(
    stripe.paymentIntents.create({ ...params, amount: 5_901 }, { idempotencyKey: 'one-intent' }),
  );
  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(error.statusCode).toBe(400);
});

test('a list can be paged through to its end, newest first', async () => {
  const made: string[] = [];
  for (let one = 0; one < 5; one += 1) made.unshift((await newIntent()).id);
  const found: string[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 2 })) found.push(intent.id);
  expect(found.slice(0, 5)).toEqual(made);
  expect(new Set(found).size).toBe(found.length);
  const later = await stripe.paymentIntents.list({ created: { gte: Math.floor(Date.now() / 1000) + 60 } });
  expect(later).toMatchObject({ object: 'list', data: [], has_more: false });
});

test('a list of more than a thousand intents can be paged through to its end', async () => {
  const { id } = await newIntent();
  const many = sql`select ${id} || '_' || n, jsonb_set(body, '{id}', to_jsonb(id || '_' || n)), created_at`;
  const copies = sql`${many} from sandbox_intents cross join generate_series(1, 1100) n where id = ${id}`;
  await db.execute(sql`insert into sandbox_intents (id, body, created_at) ${copies}`);
  const found = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  expect(new Set(found.filter((one) => one.id.startsWith(id)).map((one) => one.id)).size).toBe(1_101);
});

test('a charge can be refunded in parts to its last cent, and no further', async () => {
  const { id } = await paidWith('pm_card_visa');
  const first = await stripe.refunds.create({ payment_intent: id, amount: 1_000, metadata: { refund_id: 'x' } });
  expect(first).toMatchObject({ object: 'refund', status: 'succeeded', amount: 1_000, metadata: { refund_id: 'x' } });
  const tooMuch = await failureOf(stripe.refunds.create({ payment_intent: id, amount: 4_901 }));
  expect(tooMuch.message).toBe('Refund amount ($49.01) is greater than unrefunded amount on charge ($49.00)');
  expect(await stripe.refunds.create({ charge: idOf(first.charge) })).toMatchObject({ amount: 4_900 });
  expect(await failureOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_already_refunded',
  });
  const { data } = await stripe.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([4_900, 1_000]);
  const { data: charges } = await stripe.charges.list({ payment_intent: id });
  expect(charges).toMatchObject([{ amount_refunded: 5_900, refunded: true }]);
  expect(await eventsAbout(first.id)).toEqual(['refund.created']);
  expect(await eventsAbout(idOf(first.charge))).toEqual(['charge.refunded', 'charge.refunded']);
});

test('an unpaid payment cannot be refunded', async () => {
  const { id } = await newIntent();
  expect(await failureOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
});

test.each([
  ['pm_card_pendingRefund', 'pending', 'succeeded', ['refund.created', 'refund.updated']],
  ['pm_card_refundFail', 'succeeded', 'failed', ['refund.created', 'refund.failed', 'refund.updated']],
])('a refund of %s is %s and then %s', async (method, before, after, events) => {
  const { id } = await paidWith(method);
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe(before);
  await sandbox.settle(new Date(Date.now() + 4_000));
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe(before);
  await sandbox.settle(new Date(Date.now() + 60_000));
  await sandbox.settle(new Date(Date.now() + 60_000));
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe(after);
  expect(await eventsAbout(refund.id)).toEqual(events);
});

test.each([
  ['pm_card_createDispute', 'fraudulent', 'winning_evidence', 'won'],
  ['pm_card_createDisputeProductNotReceived', 'product_not_received', 'losing_evidence', 'lost'],
  ['pm_card_createDisputeInquiry', 'fraudulent', 'winning_evidence', 'warning_closed'],
])('%s opens a dispute as %s; the evidence %s ends it as %s', async (method, reason, evidence, end) => {
  const { id } = await paidWith(method);
  const { data } = await stripe.disputes.list({ payment_intent: id });
  const [dispute] = data;
  expect(data).toMatchObject([{ object: 'dispute', reason, amount: 5_900, payment_intent: id }]);
  const update = { evidence: { uncategorized_text: evidence }, submit: true };
  expect(await stripe.disputes.update(dispute?.id ?? '', update)).toMatchObject({ status: end });
  expect(await failureOf(stripe.disputes.close(dispute?.id ?? ''))).toMatchObject({ statusCode: 400 });
  expect(await eventsAbout(dispute?.id ?? '')).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
});

test('a disputed charge cannot be refunded, but one under inquiry can', async () => {
  const disputed = await paidWith('pm_card_createDispute');
  expect(await failureOf(stripe.refunds.create({ payment_intent: disputed.id }))).toMatchObject({
    code: 'charge_disputed',
  });
  const inquired = await paidWith('pm_card_createDisputeInquiry');
  expect(await stripe.refunds.create({ payment_intent: inquired.id })).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['4000000000000077', 'succeeded', 'payment_intent.succeeded'],
  ['4000000000000119', 'requires_payment_method', 'payment_intent.payment_failed'],
])('a payment with %s is processing for five seconds and then %s', async (number, status, event) => {
  const { id, client_secret } = await newIntent();
  await sandbox.confirm(client_secret ?? '', { number, receiptEmail: null, shipping: null });
  await sandbox.settle(new Date(Date.now() + 4_000));
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'processing', amount_received: 0 });
  await sandbox.settle(new Date(Date.now() + 6_000));
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status });
  expect(await eventsAbout(id)).toEqual([event, 'payment_intent.processing'].toSorted());
});

test('a call that the provider does not have is refused as unknown', async () => {
  const error = await failureOf(stripe.rawRequest('POST', '/v1/customers', {}));
  expect(error).toMatchObject({ statusCode: 404, message: 'Unrecognized request URL (POST: /v1/customers).' });
});

/** Returns the balance transactions of a payment, oldest first. */
async function balanceOf(intentId: string): Promise<Stripe.BalanceTransaction[]> {
  const all = await stripe.balanceTransactions.list({ limit: 100, expand: ['data.source'] }).autoPagingToArray({
    limit: 1_000,
  });
  const isAbout = ({ source }: Stripe.BalanceTransaction) =>
    typeof source === 'object' && source !== null && 'payment_intent' in source && source.payment_intent === intentId;
  return all.filter(isAbout).toReversed();
}

const booked = (transactions: readonly Stripe.BalanceTransaction[]) =>
  transactions
    .map(({ reporting_category: category, type, amount, fee, net }) => [category, type, amount, fee, net] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));

test('a charge and its refund change the balance by their amounts, and only the charge costs a fee', async () => {
  const paid = await paidWith('pm_card_visa');
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000 });
  const found = await balanceOf(paid.id);
  // 2.9 % of $59.00 is $1.711.
  expect(booked(found)).toEqual([
    ['charge', 'charge', 5_900, 201, 5_699],
    ['refund', 'refund', -1_000, 0, -1_000],
  ]);
  const charge = await stripe.charges.retrieve(idOf(paid.latest_charge));
  expect(found.map(({ id }) => id).toSorted()).toEqual(
    [idOf(charge.balance_transaction), idOf(refund.balance_transaction)].toSorted(),
  );
  const read = await stripe.balanceTransactions.retrieve(idOf(refund.balance_transaction));
  expect(read).toMatchObject({ object: 'balance_transaction', source: refund.id, currency: 'usd', fee_details: [] });
});

test('a failed refund comes back, a dispute takes the money with a fee, and a won one returns it without', async () => {
  const failing = await paidWith('pm_card_refundFail');
  await stripe.refunds.create({ payment_intent: failing.id, amount: 1_000 });
  await sandbox.settle(new Date(Date.now() + 60_000));
  expect(booked(await balanceOf(failing.id)).slice(1)).toEqual([
    ['refund', 'refund', -1_000, 0, -1_000],
    ['refund_failure', 'refund_failure', 1_000, 0, 1_000],
  ]);
  const disputed = await paidWith('pm_card_createDispute');
  const { data } = await stripe.disputes.list({ payment_intent: disputed.id });
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
  expect(booked(await balanceOf(disputed.id)).slice(1)).toEqual([
    ['dispute', 'adjustment', -5_900, 1_500, -7_400],
    ['dispute_reversal', 'adjustment', 5_900, 0, 5_900],
  ]);
  const inquired = await paidWith('pm_card_createDisputeInquiry');
  expect(booked(await balanceOf(inquired.id))).toHaveLength(1);
});

test('balance transactions are listed newest first, by pages and by dates', async () => {
  for (const amount of [501, 502, 503]) await paidWith('pm_card_visa', amount);
  const all = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  const byTwo = await stripe.balanceTransactions.list({ limit: 2 }).autoPagingToArray({ limit: 1_000 });
  expect(byTwo.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(all.map(({ created }) => created)).toEqual(all.map(({ created }) => created).toSorted((a, b) => b - a));
  const newest = all[0]?.created ?? 0;
  expect((await stripe.balanceTransactions.list({ created: { gt: newest } })).data).toEqual([]);
  const upTo = await stripe.balanceTransactions.list({ created: { gte: newest, lte: newest } });
  expect(upTo.data.map(({ created }) => created)).toContain(newest);
  const refunds = await stripe.balanceTransactions.list({ type: 'refund', limit: 100 });
  expect(new Set(refunds.data.map(({ type }) => type))).toEqual(new Set(['refund']));
});
