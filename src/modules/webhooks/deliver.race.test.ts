import { expect, test } from 'vitest';

import { givenPaidOrder } from '../../../tests/support/browser-like.ts';
import { startReceiver } from '../../../tests/support/receiver.ts';
import { openTestShop } from '../../../tests/support/shop.ts';

import { deliverDue } from './deliver.server.ts';
import { addEndpoint } from './service.server.ts';

const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };

test('eight processes that look for what is due send each of three messages once', async () => {
  const shop = await openTestShop({ settings: { WEBHOOKS_INSIDE: 'true' } });
  const receiver = await startReceiver();
  await addEndpoint(shop.ctx, owner, { url: receiver.url, events: ['order.paid'] });
  for (let n = 0; n < 3; n += 1) await givenPaidOrder(shop);
  await Promise.all(Array.from({ length: 8 }, () => deliverDue(shop.ctx)));
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  await receiver.stop();
  await shop.close();
});
