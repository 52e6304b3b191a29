import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { shipOrders } from './ship-orders.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const admin = (name: string) => ({ id: null, email: `${name}@shop.example`, requestId: name });

test('two admins who ship the same orders at once: each order ships once, with one email, and the other is told', async () => {
  const rows = await Promise.all(Array.from({ length: 8 }, () => givenOrderRow(shop)));
  const shipAs = (name: string, start: number) =>
    shipOrders(
      shop.ctx,
      admin(name),
      rows.map(({ orderNumber, version }, index) => ({
        orderNumber,
        version,
        carrierName: 'USPS',
        trackingNumber: `94001118992238174284${start + index}`,
      })),
    );
  const [ada, bob] = await Promise.all([shipAs('ada', 10), shipAs('bob', 50)]);
  for (const [index, { id, orderNumber }] of rows.entries()) {
    const outcomes = new Set([ada[index]?.outcome, bob[index]?.outcome]);
    expect(outcomes).toEqual(new Set(['shipped', 'shipped_already']));
    expect(await shop.ctx.db.select().from(mails).where(eq(mails.orderId, id))).toHaveLength(1);
    expect(await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` })).toHaveLength(1);
  }
});
