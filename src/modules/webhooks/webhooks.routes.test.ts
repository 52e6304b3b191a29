import { Webhook } from 'standardwebhooks';
import { beforeEach, expect } from 'vitest';

import { eventNames } from '#app/webhook-events.server.ts';
import { enqueueOrderWebhook } from '#modules/orders/change-order.server.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { eraseOldData } from '#modules/privacy/retention.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenPaidOrder } from '../../../tests/support/shop-visitor.ts';
import { owner, refundByOwner } from '../../../tests/support/orders.ts';
import { misbehaviors, startHostile, type Misbehavior } from '../../../tests/support/hostile-server.ts';
import { startReceiver } from '../../../tests/support/webhook-receiver.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';

import { deliverDue } from './deliver-webhooks.server.ts';
import { webhooksPersonalData } from './webhooks.personal-data.server.ts';
import { answerWithinMs, retryDelays } from './webhooks.ts';
import * as service from './webhooks.server.ts';

/**
 * Deliveries are due by the database's clock, so the shop's clock runs ahead by more than a test
 * takes.
 */
const aheadMs = 60_000;
let now = Date.now();
let receiver: Awaited<ReturnType<typeof startReceiver>>;

const test = testWithShop({ settings: { WEBHOOKS_INSIDE: 'true' }, now: () => new Date(now) });

beforeEach(async () => {
  now = Date.now() + aheadMs;
  receiver = await startReceiver();
});
test.afterEach(async ({ shop }) => {
  for (const { id } of await service.endpoints(shop.ctx.db)) await service.removeEndpoint(shop.ctx, owner, id);
  await receiver.stop();
});

async function givenEndpoint(shop: TestShop, events: string[] = eventNames, url = receiver.url) {
  const added = await service.addEndpoint(shop.ctx, owner, { url, events });
  if (!added.ok) throw new Error(added.reason);
  return added.value;
}

/** Adds a receiver of paid orders, and places one. */
async function givenMessage(shop: TestShop) {
  const added = await givenEndpoint(shop, ['order.paid']);
  await givenPaidOrder(shop);
  return added;
}

const fails = (status: number) => receiver.answers((response) => void response.writeHead(status).end());
const takes = () => fails(204);
const deliver = (shop: TestShop) => deliverDue(shop.ctx);
const log = (shop: TestShop) => service.newestDeliveries(shop.ctx.db, null);
const later = (seconds: number) => void (now += seconds * 1_000);

async function endpoint(shop: TestShop) {
  const [only] = await service.endpoints(shop.ctx.db);
  return only;
}

test('a paid order is sent with a signature that the standard-webhooks library accepts', async ({ shop }) => {
  const { secret } = await givenEndpoint(shop);
  const { orderId } = await givenPaidOrder(shop);
  await deliver(shop);
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

test('repeated payment events send a paid order once', async ({ shop }) => {
  await givenEndpoint(shop);
  const { intentId, visitor } = await givenPaidOrder(shop);
  await visitor.send('POST', '/create-order', { payment_intent_id: intentId });
  await shop.ctx.payments.deliverEvents();
  await deliver(shop);
  await deliver(shop);
  expect(receiver.received).toHaveLength(1);
});

test('announcing an event twice enqueues it once, and each refund separately', async ({ shop }) => {
  await givenEndpoint(shop);
  const { orderId } = await givenPaidOrder(shop);
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  for (const refundId of ['a', 'b', 'a']) {
    await enqueueOrderWebhook(shop.ctx.db, { kind: 'paid', order });
    await enqueueOrderWebhook(shop.ctx.db, { kind: 'refunded', order, refundId });
  }
  const types = (await log(shop)).map(({ type }) => type);
  expect(types.toSorted()).toEqual(['order.paid', 'order.refunded', 'order.refunded']);
});

test('a receiver that answers 500 gets the same message again after 5 s, and not before', async ({ shop }) => {
  await givenMessage(shop);
  fails(500);
  await deliver(shop);
  takes();
  later(4);
  await deliver(shop);
  expect(receiver.received).toHaveLength(1);
  later(1);
  await deliver(shop);
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  const [delivery] = await log(shop);
  expect(delivery?.state).toBe('delivered');
  expect(delivery?.log.map(({ status }) => status)).toEqual([500, 204]);
  later(100_000);
  await deliver(shop);
  expect(receiver.received).toHaveLength(2);
});

test('two orders give two messages with different ids', async ({ shop }) => {
  await givenMessage(shop);
  await givenPaidOrder(shop);
  await deliver(shop);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('each refund is sent separately with the total refunded so far', async ({ shop }) => {
  await givenEndpoint(shop, ['order.refunded']);
  const { orderId } = await givenPaidOrder(shop);
  for (const [key, amountCents] of [
    ['a', 1_000],
    ['b', 4_900],
  ] as const) {
    await refundByOwner(shop, { orderId, amountCents, key });
    await shop.ctx.payments.deliverEvents();
  }
  await deliver(shop);
  const orders = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { order: object } }).data.order);
  expect(orders).toHaveLength(2);
  expect(orders).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ returned_cents: 1_000, payment_status: 'partially_refunded' }),
      expect.objectContaining({ returned_cents: 5_900, payment_status: 'refunded' }),
    ]),
  );
});

test(`a receiver that takes longer than ${answerWithinMs} ms times out and is retried`, async ({ shop }) => {
  await givenMessage(shop);
  receiver.answers(() => undefined);
  await deliver(shop);
  const [delivery] = await log(shop);
  expect(delivery).toMatchObject({ state: 'pending', tries: 1 });
  expect(delivery?.log).toMatchObject([{ status: null, error: 'no response within 5 s' }]);
});

test('receivers that misbehave in every way hold no delivery to another one for longer than their time', async ({
  shop,
}) => {
  const names = Object.keys(misbehaviors) as Misbehavior[];
  const hostile = await Promise.all(names.map((name) => startHostile(misbehaviors[name])));
  for (const { url } of hostile) await givenEndpoint(shop, ['order.paid'], url);
  await givenMessage(shop);
  const begun = performance.now();
  await deliver(shop);
  expect(performance.now() - begun).toBeLessThan(answerWithinMs + 3_000);
  const found = await log(shop);
  expect(found.map(({ log: tried }) => tried.length)).toEqual([1, ...names.map(() => 1)]);
  const delivered = found.filter(({ state }) => state === 'delivered');
  // Only the status counts, so four bodies that never end come with an accepted message.
  expect([delivered.length, found.length]).toEqual([1 + 4, 1 + names.length]);
  expect(receiver.received).toHaveLength(1);
  await givenPaidOrder(shop);
  await deliver(shop);
  expect(receiver.received, 'the next message').toHaveLength(2);
  await Promise.all(hostile.map(({ stop }) => stop()));
}, 30_000);

test('a redirect is not followed', async ({ shop }) => {
  await givenMessage(shop);
  receiver.answers((response) => void response.writeHead(302, { location: receiver.url }).end());
  await deliver(shop);
  expect(receiver.received).toHaveLength(1);
  expect((await log(shop))[0]).toMatchObject({ state: 'pending', log: [{ status: 302 }] });
});

test('a receiver that accepts nothing for a day is disabled with a reason and gets nothing until enabled', async ({
  shop,
}) => {
  const { id } = await givenMessage(shop);
  fails(503);
  await deliver(shop);
  for (const pause of retryDelays) {
    expect((await endpoint(shop))?.state).toBe('active');
    later(pause);
    await deliver(shop);
  }
  expect(receiver.received).toHaveLength(11);
  const why = 'The endpoint accepted no events for a day. Last response: HTTP 503.';
  expect(await endpoint(shop)).toMatchObject({ state: 'disabled', disabledReason: why });
  expect((await log(shop))[0]?.state).toBe('failed');
  await givenPaidOrder(shop);
  expect(await log(shop)).toHaveLength(1);
  const [failed] = await log(shop);
  expect(await service.resend(shop.ctx, owner, failed?.id ?? '')).toEqual({ ok: false, reason: 'disabled' });
  await service.enableEndpoint(shop.ctx, owner, id);
  takes();
  expect((await service.resend(shop.ctx, owner, failed?.id ?? '')).ok).toBe(true);
  await deliver(shop);
  expect((await log(shop))[0]?.state).toBe('delivered');
});

test('one message that is never accepted does not disable a receiver that accepts others', async ({ shop }) => {
  await givenMessage(shop);
  fails(500);
  for (const pause of retryDelays) {
    await deliver(shop);
    later(pause);
  }
  takes();
  await givenPaidOrder(shop);
  const [newest] = await log(shop);
  await shop.ctx.db.execute(
    `update webhook_deliveries set next_at = now() + interval '2 years' where id <> '${newest?.id}'`,
  );
  await deliver(shop);
  fails(500);
  await shop.ctx.db.execute(`update webhook_deliveries set next_at = now() where id <> '${newest?.id}'`);
  await deliver(shop);
  expect((await endpoint(shop))?.state).toBe('active');
  expect((await log(shop)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed']);
});

test('410 Gone disables a receiver at once', async ({ shop }) => {
  await givenMessage(shop);
  fails(410);
  await deliver(shop);
  expect(await endpoint(shop)).toMatchObject({ state: 'disabled', disabledReason: 'The endpoint returned 410 Gone.' });
});

test('a receiver of other events gets nothing', async ({ shop }) => {
  await givenEndpoint(shop, ['order.shipped']);
  await givenPaidOrder(shop);
  expect(await log(shop)).toEqual([]);
});

test('a delivered message can be resent by hand and keeps its id', async ({ shop }) => {
  await givenMessage(shop);
  await deliver(shop);
  const [delivery] = await log(shop);
  await service.resend(shop.ctx, owner, delivery?.id ?? '');
  await deliver(shop);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(delivery?.messageId));
});

test('changing a receiver that another admin removed is refused as gone', async ({ shop }) => {
  const { id } = await givenMessage(shop);
  const [delivery] = await log(shop);
  await service.removeEndpoint(shop.ctx, owner, id);
  const late = [service.enableEndpoint, service.disableEndpoint, service.renewSecret, service.removeEndpoint];
  const said = await Promise.all(late.map((change) => change(shop.ctx, owner, id)));
  const gone = { ok: false, reason: 'gone' };
  expect([...said, await service.resend(shop.ctx, owner, delivery?.id ?? '')]).toEqual([gone, gone, gone, gone, gone]);
});

test('a renewed secret signs all later messages', async ({ shop }) => {
  const { id } = await givenEndpoint(shop, ['order.paid']);
  const renewed = await service.renewSecret(shop.ctx, owner, id);
  const secret = renewed.ok ? renewed.value : '';
  await givenPaidOrder(shop);
  await deliver(shop);
  const [message] = receiver.received;
  const headers = message?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({ type: 'order.paid' });
});

test('the log drops entries older than 30 days, except pending ones', async ({ shop }) => {
  await givenMessage(shop);
  await deliver(shop);
  fails(500);
  await givenPaidOrder(shop);
  await deliver(shop);
  later(31 * 86_400);
  await eraseOldData(shop.ctx, [webhooksPersonalData]);
  expect((await log(shop)).map(({ state }) => state)).toEqual(['pending']);
});

test('changes of a receiver are audited without its secret', async ({ shop }) => {
  const { id, secret } = await givenEndpoint(shop);
  await service.disableEndpoint(shop.ctx, owner, id);
  const changes = await changesOf(shop.ctx.db, { subject: `webhook:${id}` });
  expect(changes.map(({ action }) => action)).toEqual(['webhook.disable', 'webhook.add']);
  expect(JSON.stringify(changes)).not.toContain(secret);
});
