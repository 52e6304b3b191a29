import { expect } from 'vitest';

import { givenPaidOrder } from '../../../tests/support/shop-visitor.ts';
import { changesOf } from '../../../tests/support/audit-entries.ts';
import { startReceiver } from '../../../tests/support/webhook-receiver.ts';
import { test } from '../../../tests/support/shop-test.ts';

import { deliverDue } from './deliver-webhooks.server.ts';
import { PrivateAddress, publicLookup } from './ssrf-guard.server.ts';
import { insertEndpoint } from './webhooks.queries.server.ts';
import { addEndpoint, disableEndpoint, newestDeliveries, renewSecret } from './webhooks.server.ts';

const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };

test.for<[string, string, string[]?]>([
  ['https://erp.example/', 'no_events', []],
  ['http://127.0.0.1:9/', 'private_address'],
  ['https://169.254.169.254/latest', 'private_address'],
  ['https://localhost/', 'private_address'],
  ['nonsense', 'not_an_address'],
])('a receiver at %s is refused: %s', async ([url, reason, events = ['order.paid']], { shop }) => {
  expect(await addEndpoint(shop.ctx, owner, { url, events })).toEqual({ ok: false, reason });
});

test('a receiver that resolves to a private address gets nothing', async ({ shop }) => {
  const receiver = await startReceiver();
  await insertEndpoint(shop.ctx.db, {
    url: receiver.url,
    events: ['order.paid'],
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  });
  await givenPaidOrder(shop);
  await deliverDue(shop.ctx);
  const [delivery] = await newestDeliveries(shop.ctx.db, null);
  expect(delivery?.log).toMatchObject([{ status: null, error: 'the address is inside a private network' }]);
  expect(receiver.received).toEqual([]);
  await receiver.stop();
});

test('renewing the secret of a disabled receiver is audited without enabling it', async ({ shop }) => {
  const { id } = await insertEndpoint(shop.ctx.db, {
    url: 'https://erp.example/',
    events: ['order.paid'],
    secret: 's',
  });
  await disableEndpoint(shop.ctx, owner, id);
  await renewSecret(shop.ctx, owner, id);
  const [entry] = await changesOf(shop.ctx.db, { subject: `webhook:${id}` });
  expect(entry).toMatchObject({ action: 'webhook.secret', after: { state: 'disabled' } });
});

// Every system resolves this spelling of 127.0.0.1. A bare machine does not know localhost.
test('a name that resolves to this machine is refused at lookup', async () => {
  const refused = await new Promise((done) => publicLookup('127.1', { all: true }, done));
  expect(refused).toBeInstanceOf(PrivateAddress);
});
