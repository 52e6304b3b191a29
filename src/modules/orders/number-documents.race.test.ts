import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { inTransaction } from '#platform/db/transaction.server.ts';

import { documentsOf, placePaid, saveNumbering, seriesOf } from '../../../tests/support/order-documents.ts';
import { untilLocked } from '../../../tests/support/race-steps.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { numberDocuments } from './number-documents.server.ts';
import { lockSeries, updateToNumbered } from './order-documents.queries.server.ts';
import { applyRefund } from './refunds.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.ctx.db.execute(sql`truncate orders, refunds, document_series cascade`);
});
afterAll(() => shop.close());

const invoices = { mode: 'sandbox', kind: 'invoice' } as const;
const place = () => inTransaction(shop.ctx.db, (tx) => placePaid(tx));
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function expectNoGap(kind: 'invoice' | 'credit_note', count: number) {
  const documents = await documentsOf(shop, kind);
  expect(documents.map(({ number }) => number)).toEqual(oneTo(count));
  const times = documents.map(({ issuedAt }) => issuedAt?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((await seriesOf(shop, kind)).nextNumber).toBe(count + 1);
}

test('sales, switches and several numbering processes at once give 1 to N without a gap, in order of time', async () => {
  await saveNumbering(shop);
  const before = await Promise.all(oneTo(40).map(place));
  const some = async (count: number) => {
    for (let done = 0; done < count; done += 1) await place();
  };
  const give = async () => {
    for (let done = 0; done < 12; done += 1) await numberDocuments(shop.ctx);
  };
  const turn = async () => {
    for (let done = 0; done < 8; done += 1) await saveNumbering(shop, { isOn: done % 2 === 1 });
  };
  const all = await Promise.allSettled([...oneTo(6).map(() => some(20)), give(), give(), give(), turn()]);
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  const after = await Promise.all(oneTo(40).map(place));
  await Promise.all([numberDocuments(shop.ctx), numberDocuments(shop.ctx)]);
  const documents = await documentsOf(shop, 'invoice');
  await expectNoGap('invoice', documents.length);
  const numbered = new Set(documents.map(({ orderId }) => orderId));
  expect([...before, ...after].filter(({ id }) => !numbered.has(id))).toEqual([]);
  console.warn(`numbers: ${documents.length} of 200 orders, the others placed while it was off`);
});

test('an order whose transaction ends after later ones were numbered gets the number behind them', async () => {
  await saveNumbering(shop);
  let commit = () => {};
  const isHeld = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isPlaced = () => {};
  const placed = new Promise<void>((resolve) => {
    isPlaced = resolve;
  });
  const slow = inTransaction(shop.ctx.db, async (tx) => {
    // Another buyer, because orders of one buyer wait for each other.
    const order = await placePaid(tx, { email: 'slow@example.com' });
    isPlaced();
    await isHeld;
    return order;
  });
  await placed;
  for (let done = 0; done < 3; done += 1) await place();
  let second: Promise<void> | undefined;
  await inTransaction(shop.ctx.db, async (tx) => {
    const series = await lockSeries(tx, invoices);
    if (series === null) throw new Error('no series');
    expect(await updateToNumbered(tx, series, 200)).toBe(3);
    commit();
    await slow;
    second = numberDocuments(shop.ctx);
    await untilLocked(tx);
  });
  await second;
  await expectNoGap('invoice', 4);
  expect((await documentsOf(shop, 'invoice')).at(-1)?.orderId).toBe((await slow).id);
});

test('a process that is killed while it gives numbers takes none of them along', async () => {
  await saveNumbering(shop);
  for (let done = 0; done < 3; done += 1) await place();
  await numberDocuments(shop.ctx);
  for (let done = 0; done < 5; done += 1) await place();
  const killed = shop.ctx.db.transaction(async (tx) => {
    const series = await lockSeries(tx, invoices);
    if (series === null) throw new Error('no series');
    expect(await updateToNumbered(tx, series, 200)).toBe(5);
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(killed).rejects.toThrow('Failed query');
  expect((await documentsOf(shop, 'invoice')).filter(({ number }) => number === null)).toHaveLength(5);
  await numberDocuments(shop.ctx);
  await expectNoGap('invoice', 8);
});

test('refunds that succeed, repeat and fail while numbers are given have one credit note each', async () => {
  await saveNumbering(shop);
  const orders = await Promise.all(oneTo(12).map(place));
  const updates = orders.flatMap(({ paymentIntentId }, index) =>
    (index % 3 === 0 ? ['succeeded', 'failed'] : ['succeeded', 'succeeded', 'succeeded']).map((status) => ({
      id: `re_${index}`,
      intentId: paymentIntentId,
      refundId: null,
      amountCents: 1_000 + index,
      reason: '',
      status: status as 'succeeded' | 'failed',
      failure: status === 'failed' ? 'expired_or_canceled_card' : null,
    })),
  );
  const apply = (update: (typeof updates)[number]) => inTransaction(shop.ctx.db, (tx) => applyRefund(tx, update));
  const [firsts, repeats] = [updates.filter(({ status }) => status === 'succeeded'), updates];
  await Promise.all([...firsts.map(apply), numberDocuments(shop.ctx), numberDocuments(shop.ctx)]);
  await Promise.all([...repeats.map(apply), numberDocuments(shop.ctx), numberDocuments(shop.ctx)]);
  await numberDocuments(shop.ctx);
  await expectNoGap('credit_note', 12);
  await expectNoGap('invoice', 12);
  expect(await documentsOf(shop, 'credit_note')).toHaveLength(12);
});
