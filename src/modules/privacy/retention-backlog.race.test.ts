import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { retention } from '#content/retention.ts';
import { carts } from '#modules/cart/tables.server.ts';
import { checkoutQuotes, checkouts, hasPersonalData } from '#modules/checkout/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { pendingPaymentErasures } from '#modules/payments/tables.server.ts';
import { updateByBlockRange } from '#platform/db/batched-writes.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { testWithFreshShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { personalDataMonitoring } from './retention.jobs.server.ts';
import { eraseOldData } from './retention.server.ts';
import { lateParts } from './retention.queries.server.ts';
import { retentionRuns } from './tables.server.ts';

const backlog = 200_000;
const young = 1_000;
/** Rows per statement, because the test's own statements have the shop's time limit too. */
const atOnce = 10_000;

const test = testWithFreshShop();

/**
 * Creates guests who came `days` ago, filled a cart, typed their contact into a checkout, got a
 * mail and did not pay.
 */
async function givenAbandoned(shop: TestShop, name: string, many: number, days: number): Promise<void> {
  const { db } = shop.ctx;
  const at = sql.raw(`now() - interval '${days} days'`);
  await db.execute(sql`insert into ${carts} (token_hash, updated_at)
    select ${name}::text || n, ${at} from generate_series(1, ${many}::int) n`);
  await db.execute(sql`insert into ${checkouts} (cart_id, visitor_ip, order_number, state, payment_intent_id, expires_at, created_at)
    select id, '192.0.2.7', token_hash, 'expired', 'pi_' || token_hash, ${at}, ${at} from ${carts}
    where token_hash like ${`${name}%`}`);
  await db.execute(sql`insert into ${checkoutQuotes} (checkout_id, version, body, total_cents, created_at)
    select id, version, '{"contact": {"email": "mia@example.com"}, "shippingAddress": {"street": "1 Main"}}', 5900, ${at}
    from ${checkouts}, generate_series(1, 2) version where order_number like ${`${name}%`}`);
  await db.execute(sql`insert into ${mails} (kind, state, message_id, to_address, text, created_at)
    select 'x', 'sent', ${name}::text || n, 'mia@example.com', 'Mia', ${at} from generate_series(1, ${many}::int) n`);
}

async function left(shop: TestShop) {
  const { db } = shop.ctx;
  return {
    carts: await db.$count(carts),
    quotes: await db.$count(checkoutQuotes, hasPersonalData(checkoutQuotes.body)),
    places: await db.$count(checkouts, sql`${checkouts.visitorIp} <> ''`),
    mails: await db.$count(mails, sql`${mails.text} is not null`),
    payments: await db.$count(pendingPaymentErasures),
  };
}

test(
  `${backlog} old carts, checkouts and mails are erased over a few runs, and young ones stay`,
  { timeout: 600_000 },
  async ({ shop }) => {
    const daysAgo = Math.max(retention.guestCartDays, retention.mailDays) + 1;
    for (let count = 0; count < backlog; count += atOnce) await givenAbandoned(shop, `old${count}-`, atOnce, daysAgo);
    await givenAbandoned(shop, 'young', young, retention.checkoutDays - 1);
    const begun = performance.now();
    const incomplete = () => shop.ctx.db.$count(retentionRuns, sql`not ${retentionRuns.isComplete}`);
    let runs = 0;
    do {
      await eraseOldData(shop.ctx, shopPersonalData);
      runs += 1;
    } while (runs < 5 && (await incomplete()) > 0);
    console.warn({ backlog, runs, seconds: Math.round((performance.now() - begun) / 1_000) });
    expect(await left(shop)).toEqual({
      carts: young,
      quotes: 2 * young,
      places: young,
      mails: young,
      payments: backlog,
    });
    expect(await incomplete()).toBe(0);
  },
);

test('a failing part of retention does not stop the others, and is reported until it has caught up', async ({
  shop,
}) => {
  const ran: string[] = [];
  const done = { rowCount: 0, isComplete: true };
  let isBroken = true;
  const parts: PersonalData[] = [
    {
      columns: [],
      retention: {
        broken: async () => {
          if (isBroken) throw new Error('canceling statement due to statement timeout');
          return done;
        },
      },
    },
    { columns: [], retention: { behind: async () => (ran.push('behind'), done) } },
  ];
  await expect(eraseOldData(shop.ctx, parts)).rejects.toThrow('1 parts of personal data were not erased');
  expect(ran).toEqual(['behind']);
  const gauge = async () => {
    const counts = personalDataMonitoring.gauges?.[0]?.counts ?? sql``;
    return (await shop.ctx.db.execute(counts)).rows;
  };
  expect(await gauge()).toEqual([{ part: 'broken', count: 1 }]);
  await shop.ctx.db.update(retentionRuns).set({ completeAt: sql`now() - interval '25 hours'` });
  expect((await shop.ctx.db.execute(lateParts)).rows).toEqual([{ parts: 'broken' }]);
  isBroken = false;
  await eraseOldData(shop.ctx, parts);
  expect([await gauge(), (await shop.ctx.db.execute(lateParts)).rows]).toEqual([[], [{ parts: null }]]);
});

test('a range of a table is read by its blocks only', async ({ shop }) => {
  await givenAbandoned(shop, 'old', 5_000, 1);
  await shop.ctx.db.execute(sql`analyze ${carts}`);
  const plans: string[] = [];
  await updateByBlockRange(shop.ctx.db, carts, async (isInStretch) => {
    const { rows } = await shop.ctx.db.execute(
      sql`explain delete from ${carts} where ${isInStretch} and updated_at < now()`,
    );
    plans.push(JSON.stringify(rows));
    return { rowCount: 0 };
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => !plan.includes('Tid Range Scan'))).toEqual([]);
});
