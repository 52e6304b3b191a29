import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { givenPaidOrder } from '../../../tests/support/shop-visitor.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { startReceiver } from '../../../tests/support/webhook-receiver.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { addEndpoint, newestDeliveries } from './webhooks.server.ts';
import { deliverDue } from './deliver-webhooks.server.ts';

const owner = { id: null, email: 'owner@shop.example', requestId: 'r-1' };

test('eight processes that deliver at once send each of 60 messages once', async ({ openShop }) => {
  const shop = await openShop({ settings: { WEBHOOKS_INSIDE: 'true' } });
  const { pool } = shop.database;
  const receiver = await startReceiver();
  await addEndpoint(shop.ctx, owner, { url: receiver.url, events: ['order.paid'] });
  await givenPaidOrder(shop);
  await pool.query(`
    insert into webhook_deliveries (endpoint_id, message_id, type, occurrence, order_number, body)
    select endpoint_id, 'msg_' || n, type, 'copy ' || n, order_number, body
    from webhook_deliveries, generate_series(1, 59) n`);
  for (let round = 0; round < 4; round += 1) {
    receiver.received.length = 0;
    await pool.query("update webhook_deliveries set state = 'pending', next_at = now() - interval '1 second'");
    // Opens eight connections before the first delivery begins.
    await Promise.all(Array.from({ length: 8 }, () => pool.query('select pg_sleep(0.1)')));
    await Promise.all(Array.from({ length: 8 }, () => deliverDue(shop.ctx)));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
  }
  await receiver.stop();
});

test('a backlog of 60 messages delays no other receiver, and a disabled receiver gets nothing', async ({
  openShop,
}) => {
  const shop = await openShop({ settings: { WEBHOOKS_INSIDE: 'true' } });
  const { pool } = shop.database;
  const [slow, quick, disabled] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  for (const { url } of [slow, quick, disabled]) await addEndpoint(shop.ctx, owner, { url, events: ['order.paid'] });
  await givenPaidOrder(shop);
  await pool.query(
    `insert into webhook_deliveries (endpoint_id, message_id, type, occurrence, order_number, body, next_at)
     select endpoint_id, 'msg_' || n, type, 'copy ' || n, order_number, body, now() - interval '1 hour'
     from webhook_deliveries join webhook_endpoints e on e.id = endpoint_id and e.url = $1, generate_series(1, 60) n`,
    [slow.url],
  );
  await pool.query("update webhook_endpoints set state = 'disabled' where url = $1", [disabled.url]);
  await deliverDue(shop.ctx);
  const received = [slow, quick, disabled].map((receiver) => receiver.received.length);
  expect(received).toEqual([10, 1, 0]);
  await Promise.all([slow, quick, disabled].map((receiver) => receiver.stop()));
});

test('the log shows a concurrent delivery either before or after it, never half', async ({ openShop }) => {
  const shop = await openShop({ settings: { WEBHOOKS_INSIDE: 'true' } });
  const { db } = shop.ctx;
  const receiver = await startReceiver();
  await addEndpoint(shop.ctx, owner, { url: receiver.url, events: ['order.paid'] });
  await givenPaidOrder(shop);
  const { reading } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table webhook_tries in access exclusive mode`);
    const begun = { reading: newestDeliveries(db, null) };
    await waitForBlockedConnections(tx);
    await deliverDue({ ...shop.ctx, db: tx });
    return begun;
  });
  expect((await reading).map(({ state, log }) => [state, log.length])).toEqual([['delivered', 1]]);
  await receiver.stop();
});
