import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { eventNames } from '#app/webhook-events.server.ts';
import { announceOrder } from '#modules/orders/change-order.server.ts';
import { findOrder } from '#modules/orders/orders.server.ts';
import { eraseOldData } from '#modules/privacy/retention.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenPaidOrder } from '../../../tests/support/shop-visitor.ts';
import { owner, refundByOwner } from '../../../tests/support/orders.ts';
import { startReceiver } from '../../../tests/support/webhook-receiver.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

import { deliverDue } from './deliver-webhooks.server.ts';
import { webhooksPersonalData } from './webhooks.personal-data.server.ts';
import { answerWithinMs, pauses } from './webhooks.ts';
import * as service from './webhooks.server.ts';

/**
 * Deliveries are due by the database's clock, so the shop's clock runs ahead by more than a test
 * takes.
 */
const aheadMs = 60_000;
let now = Date.now();
let shop: TestShop;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  shop = await openTestShop({ settings: { WEBHOOKS_INSIDE: 'true' }, now: () => new Date(now) });
});
afterAll(() => shop.close());
beforeEach(async () => {
  now = Date.now() + aheadMs;
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const { id } of await service.endpoints(shop.ctx.db)) await service.removeEndpoint(shop.ctx, owner, id);
  await receiver.stop();
});

async function givenEndpoint(events: string[] = eventNames, url = receiver.url) {
  const added = await service.addEndpoint(shop.ctx, owner, { url, events });
  if (!added.ok) throw new Error(added.reason);
  return added.value;
}

/** Adds a receiver of paid orders, and places one. */
async function givenMessage() {
  const added = await givenEndpoint(['order.paid']);
  await givenPaidOrder(shop);
  return added;
}

const fails = (status: number) => receiver.answers((response) => void response.writeHead(status).end());
const takes = () => fails(204);
const deliver = () => deliverDue(shop.ctx);
const log = () => service.newestDeliveries(shop.ctx.db, null);
const later = (seconds: number) => void (now += seconds * 1_000);

async function endpoint() {
  const [only] = await service.endpoints(shop.ctx.db);
  return only;
}

test('a paid order is sent with a signature that the standard-webhooks library accepts', async () => {
  const { secret } = await givenEndpoint();
  const { orderId } = await givenPaidOrder(shop);
  await deliver();
  const [message] = receiver.received;
  const headers = message?.headers as Record<string, string>;
  // The library compares the message's timestamp with this machine's clock.
  expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({
    type: 'order.paid',
    data: { order: { status: 'confirmed', payment_status: 'paid', total_cents: 5_900, items: [{ quantity: 1 }] } },
  });
  expect(() => new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').verify(message?.body ?? '', headers)).toThrow(
    'No matching signature found',
  );
  expect(receiver.received).toHaveLength(1);
  expect(JSON.stringify(message)).not.toContain(orderId);
});

test('repeated payment events send a paid order once', async () => {
  await givenEndpoint();
  const { intentId, visitor } = await givenPaidOrder(shop);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  await shop.ctx.payments.deliverEvents();
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test('announcing an event twice enqueues it once, and each refund separately', async () => {
  await givenEndpoint();
  const { orderId } = await givenPaidOrder(shop);
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  for (const refundId of ['a', 'b', 'a']) {
    await announceOrder(shop.ctx.db, { kind: 'paid', order });
    await announceOrder(shop.ctx.db, { kind: 'refunded', order, refundId });
  }
  const types = (await log()).map(({ type }) => type);
  expect(types.toSorted()).toEqual(['order.paid', 'order.refunded', 'order.refunded']);
});

test('a receiver that answers 500 gets the same message again after 5 s, and not before', async () => {
  await givenMessage();
  fails(500);
  await deliver();
  takes();
  later(4);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  later(1);
  await deliver();
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  const [delivery] = await log();
  expect(delivery?.state).toBe('delivered');
  expect(delivery?.log.map(({ status }) => status)).toEqual([500, 204]);
  later(100_000);
  await deliver();
  expect(receiver.received).toHaveLength(2);
});

test('two orders give two messages with different ids', async () => {
  await givenMessage();
  await givenPaidOrder(shop);
  await deliver();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('each refund is sent separately with the total refunded so far', async () => {
  await givenEndpoint(['order.refunded']);
  const { orderId } = await givenPaidOrder(shop);
  for (const [key, amountCents] of [
    ['a', 1_000],
    ['b', 4_900],
  ] as const) {
    await refundByOwner(shop, { orderId, amountCents, key });
    await shop.ctx.payments.deliverEvents();
  }
  await deliver();
  const orders = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { order: object } }).data.order);
  expect(orders).toHaveLength(2);
  expect(orders).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ returned_cents: 1_000, payment_status: 'partially_refunded' }),
      expect.objectContaining({ returned_cents: 5_900, payment_status: 'refunded' }),
    ]),
  );
});

test(`a receiver that takes longer than ${answerWithinMs} ms times out and is retried`, async () => {
  await givenMessage();
  receiver.answers(() => undefined);
  await deliver();
  const [delivery] = await log();
  expect(delivery).toMatchObject({ state: 'pending', tries: 1 });
  expect(delivery?.log).toMatchObject([{ status: null, error: 'no answer within 5 s' }]);
});

test('a redirect is not followed', async () => {
  await givenMessage();
  receiver.answers((response) => void response.writeHead(302, { location: receiver.url }).end());
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect((await log())[0]).toMatchObject({ state: 'pending', log: [{ status: 302 }] });
});

test('a receiver that accepts nothing for a day is disabled with a reason and gets nothing until enabled', async () => {
  const { id } = await givenMessage();
  fails(503);
  await deliver();
  for (const pause of pauses) {
    expect((await endpoint())?.state).toBe('active');
    later(pause);
    await deliver();
  }
  expect(receiver.received).toHaveLength(11);
  const why = 'The receiver took nothing for a day. Its last answer: HTTP 503.';
  expect(await endpoint()).toMatchObject({ state: 'disabled', disabledWhy: why });
  expect((await log())[0]?.state).toBe('failed');
  await givenPaidOrder(shop);
  expect(await log()).toHaveLength(1);
  const [failed] = await log();
  expect(await service.resend(shop.ctx, owner, failed?.id ?? '')).toEqual({ ok: false, reason: 'disabled' });
  await service.enableEndpoint(shop.ctx, owner, id);
  takes();
  expect((await service.resend(shop.ctx, owner, failed?.id ?? '')).ok).toBe(true);
  await deliver();
  expect((await log())[0]?.state).toBe('delivered');
});

test('one message that is never accepted does not disable a receiver that accepts others', async () => {
  await givenMessage();
  fails(500);
  for (const pause of pauses) {
    await deliver();
    later(pause);
  }
  takes();
  await givenPaidOrder(shop);
  const [newest] = await log();
  await shop.ctx.db.execute(
    `update webhook_deliveries set next_at = now() + interval '2 years' where id <> '${newest?.id}'`,
  );
  await deliver();
  fails(500);
  await shop.ctx.db.execute(`update webhook_deliveries set next_at = now() where id <> '${newest?.id}'`);
  await deliver();
  expect((await endpoint())?.state).toBe('active');
  expect((await log()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed']);
});

test('410 Gone disables a receiver at once', async () => {
  await givenMessage();
  fails(410);
  await deliver();
  expect(await endpoint()).toMatchObject({ state: 'disabled', disabledWhy: 'The receiver answered 410 Gone.' });
});

test('a receiver of other events gets nothing', async () => {
  await givenEndpoint(['order.shipped']);
  await givenPaidOrder(shop);
  expect(await log()).toEqual([]);
});

test('a delivered message can be resent by hand and keeps its id', async () => {
  await givenMessage();
  await deliver();
  const [delivery] = await log();
  await service.resend(shop.ctx, owner, delivery?.id ?? '');
  await deliver();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(delivery?.messageId));
});

test('changing a receiver that another admin removed is refused as gone', async () => {
  const { id } = await givenMessage();
  const [delivery] = await log();
  await service.removeEndpoint(shop.ctx, owner, id);
  const late = [service.enableEndpoint, service.disableEndpoint, service.renewSecret, service.removeEndpoint];
  const said = await Promise.all(late.map((change) => change(shop.ctx, owner, id)));
  const gone = { ok: false, reason: 'gone' };
  expect([...said, await service.resend(shop.ctx, owner, delivery?.id ?? '')]).toEqual([gone, gone, gone, gone, gone]);
});

test('a renewed secret signs all later messages', async () => {
  const { id } = await givenEndpoint(['order.paid']);
  const renewed = await service.renewSecret(shop.ctx, owner, id);
  const secret = renewed.ok ? renewed.value : '';
  await givenPaidOrder(shop);
  await deliver();
  const [message] = receiver.received;
  const headers = message?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({ type: 'order.paid' });
});

test('the log drops entries older than 30 days, except pending ones', async () => {
  await givenMessage();
  await deliver();
  fails(500);
  await givenPaidOrder(shop);
  await deliver();
  later(31 * 86_400);
  await eraseOldData(shop.ctx, [webhooksPersonalData]);
  expect((await log()).map(({ state }) => state)).toEqual(['pending']);
});

test('changes of a receiver are audited without its secret', async () => {
  const { id, secret } = await givenEndpoint();
  await service.disableEndpoint(shop.ctx, owner, id);
  const changes = await changesOf(shop.ctx.db, { subject: `webhook:${id}` });
  expect(changes.map(({ action }) => action)).toEqual(['webhook.disable', 'webhook.add']);
  expect(JSON.stringify(changes)).not.toContain(secret);
});
