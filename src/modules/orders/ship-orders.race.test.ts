import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { changeAll, givenOrderRow } from '../../../tests/support/orders.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { uspsNumber } from '../../../tests/support/tracking-numbers.ts';

const admin = (name: string) => ({ id: null, email: `${name}@shop.example`, requestId: name });

test('two admins who ship the same orders at once: each order ships once, with one email, and the other is told', async ({
  shop,
}) => {
  const rows = await Promise.all(Array.from({ length: 8 }, () => givenOrderRow(shop)));
  const shipAs = (name: string, start: number) =>
    changeAll(
      shop,
      admin(name),
      rows.map(({ orderNumber, version }, index) => ({
        orderNumber,
        version,
        status: 'shipped' as const,
        inBulk: true,
        carrierName: 'USPS',
        trackingNumber: uspsNumber(start + index),
      })),
    );
  const [ada, bob] = await Promise.all([shipAs('ada', 10), shipAs('bob', 50)]);
  for (const [index, { id, orderNumber }] of rows.entries()) {
    const refusals = new Set([ada[index], bob[index]]);
    expect(refusals).toEqual(new Set(['changed', 'changed_meanwhile']));
    expect(await shop.ctx.db.select().from(mails).where(eq(mails.orderId, id))).toHaveLength(1);
    expect(await changesOf(shop.ctx.db, { subject: `order:${orderNumber}` })).toHaveLength(1);
  }
});

test('two admins who give one number to orders of two buyers at once: one order gets it', async ({ shop }) => {
  for (let round = 0; round < 6; round += 1) {
    const buyers = await Promise.all(
      ['mia', 'ann'].map((name) => givenOrderRow(shop, { email: `${name}${round}@example.com` })),
    );
    const trackingNumber = uspsNumber(900 + round);
    const outcomes = await Promise.all(
      buyers.map(({ orderNumber, version }) =>
        changeAll(shop, admin(orderNumber), [
          { orderNumber, version, status: 'shipped', carrierName: 'USPS', trackingNumber },
        ]),
      ),
    );
    expect(new Set(outcomes.flat())).toEqual(new Set(['changed', 'number_used']));
  }
});
