import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { inTransaction } from '#platform/db/transaction.server.ts';

import { owner } from '../../../tests/support/orders.ts';
import { documentsOf, placePaid, saveNumbering, seriesOf } from '../../../tests/support/order-documents.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { correctContact } from './correct-contact.server.ts';
import { writeIssued } from './issued-documents.server.ts';
import { numberDocuments } from './number-documents.server.ts';
import { pdfShop } from './pdf-shop.server.ts';
import { lockSeries, assignNumbers } from './order-documents.queries.server.ts';
import { applyRefund } from './refunds.server.ts';

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.execute(sql`truncate orders, refunds, document_series cascade`);
});

const invoices = { mode: 'sandbox', kind: 'invoice' } as const;
const place = (shop: TestShop) => inTransaction(shop.ctx.db, (tx) => placePaid(tx));
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function expectNoGap(shop: TestShop, kind: 'invoice' | 'credit_note', count: number) {
  const documents = await documentsOf(shop, kind);
  expect(documents.map(({ number }) => number)).toEqual(oneTo(count));
  const times = documents.map(({ issuedAt }) => issuedAt?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((await seriesOf(shop, kind)).nextNumber).toBe(count + 1);
}

test('sales, switches and several numbering processes at once give 1 to N without a gap, in order of time', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const before = await Promise.all(oneTo(40).map(() => place(shop)));
  const some = async (count: number) => {
    for (let done = 0; done < count; done += 1) await place(shop);
  };
  const give = async () => {
    for (let done = 0; done < 12; done += 1) await numberDocuments(shop.ctx);
  };
  const turn = async () => {
    for (let done = 0; done < 8; done += 1) await saveNumbering(shop, { isOn: done % 2 === 1 });
  };
  const all = await Promise.allSettled([...oneTo(6).map(() => some(20)), give(), give(), give(), turn()]);
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  const after = await Promise.all(oneTo(40).map(() => place(shop)));
  await Promise.all([numberDocuments(shop.ctx), numberDocuments(shop.ctx)]);
  const documents = await documentsOf(shop, 'invoice');
  await expectNoGap(shop, 'invoice', documents.length);
  const numbered = new Set(documents.map(({ orderId }) => orderId));
  expect([...before, ...after].filter(({ id }) => !numbered.has(id))).toEqual([]);
  console.warn(`numbers: ${documents.length} of 200 orders, the others placed while it was off`);
});

test('an order whose transaction ends after later ones were numbered gets the number behind them', async ({ shop }) => {
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
  for (let done = 0; done < 3; done += 1) await place(shop);
  let second: Promise<void> | undefined;
  await inTransaction(shop.ctx.db, async (tx) => {
    const series = await lockSeries(tx, invoices);
    if (series === null) throw new Error('no series');
    expect(await assignNumbers(tx, series, 200)).toBe(3);
    commit();
    await slow;
    second = numberDocuments(shop.ctx);
    await waitForBlockedConnections(tx);
  });
  await second;
  await expectNoGap(shop, 'invoice', 4);
  expect((await documentsOf(shop, 'invoice')).at(-1)?.orderId).toBe((await slow).id);
});

test('a process that is killed while it gives numbers takes none of them along', async ({ shop }) => {
  await saveNumbering(shop);
  for (let done = 0; done < 3; done += 1) await place(shop);
  await numberDocuments(shop.ctx);
  for (let done = 0; done < 5; done += 1) await place(shop);
  const killed = shop.ctx.db.transaction(async (tx) => {
    const series = await lockSeries(tx, invoices);
    if (series === null) throw new Error('no series');
    expect(await assignNumbers(tx, series, 200)).toBe(5);
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(killed).rejects.toThrow('Failed query');
  expect((await documentsOf(shop, 'invoice')).filter(({ number }) => number === null)).toHaveLength(5);
  await numberDocuments(shop.ctx);
  await expectNoGap(shop, 'invoice', 8);
});

test('refunds that succeed, repeat and fail while numbers are given have one credit note each', async ({ shop }) => {
  await saveNumbering(shop);
  const orders = await Promise.all(oneTo(12).map(() => place(shop)));
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
  await expectNoGap(shop, 'credit_note', 12);
  await expectNoGap(shop, 'invoice', 12);
  expect(await documentsOf(shop, 'credit_note')).toHaveLength(12);
});

type Placed = Awaited<ReturnType<typeof place>>;
const rename = (shop: TestShop, { orderNumber, email }: Placed, firstName: string) =>
  correctContact(shop.ctx, owner, {
    orderNumber,
    contact: { email, firstName, lastName: 'Rose', phone: '415 555 0199' },
  });

type Document = Awaited<ReturnType<typeof documentsOf>>[number];
const buyerIn = ({ content }: Document) => content?.columns[0]?.lines[0];
const correctedIn = ({ content }: Document) =>
  /^Corrects (?:invoice|credit note) DEMO-[RC]-(\d+) of /.exec(
    content?.details.find((line) => line.startsWith('Corrects')) ?? '',
  )?.[1];

test('a correction that meets the giving of a number waits, and corrects the document that was issued', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const order = await place(shop);
  const parts = await pdfShop(shop.ctx);
  let correction: ReturnType<typeof rename> | undefined;
  await inTransaction(shop.ctx.db, async (tx) => {
    const series = await lockSeries(tx, invoices);
    if (series === null) throw new Error('no series');
    expect(await assignNumbers(tx, series, 200)).toBe(1);
    await writeIssued(tx, parts, 200);
    correction = rename(shop, order, 'Maja');
    await Promise.race([correction, waitForBlockedConnections(tx)]);
  });
  expect(await correction).toMatchObject({ ok: true });
  await numberDocuments(shop.ctx);
  await expectNoGap(shop, 'invoice', 2);
  expect((await documentsOf(shop, 'invoice')).map(buyerIn)).toEqual(['Łukasz Nguyễn', 'Maja Rose']);
});

test('a credit note waits for its number until the invoice that it names has one', async ({ shop }) => {
  await saveNumbering(shop);
  const order = await place(shop);
  const update = { id: 're_waits', refundId: null, amountCents: 500, reason: '', failure: null };
  const intentId = order.paymentIntentId;
  await inTransaction(shop.ctx.db, (tx) => applyRefund(tx, { ...update, intentId, status: 'succeeded' }));
  const giveCreditNotes = () =>
    inTransaction(shop.ctx.db, async (tx) => {
      const series = await lockSeries(tx, { mode: 'sandbox', kind: 'credit_note' });
      return series === null ? null : assignNumbers(tx, series, 200);
    });
  expect(await giveCreditNotes()).toBe(0);
  await numberDocuments(shop.ctx);
  await rename(shop, order, 'Maja');
  expect(await giveCreditNotes()).toBe(0);
  await numberDocuments(shop.ctx);
  const named = (await documentsOf(shop, 'credit_note')).map(({ content }) => content?.details[1]);
  expect(named).toEqual(['Invoice DEMO-R-1', 'Invoice DEMO-R-2']);
});

test('corrections that race with each other and with several numbering processes leave no gap, and each names the one before', async ({
  shop,
}) => {
  await saveNumbering(shop);
  const placed = await Promise.all(oneTo(12).map(() => place(shop)));
  const refunded = placed.slice(0, 4).map(({ paymentIntentId: intentId }, index) => {
    const update = { id: `re_raced_${index}`, intentId, refundId: null, amountCents: 500, reason: '', failure: null };
    return inTransaction(shop.ctx.db, (tx) => applyRefund(tx, { ...update, status: 'succeeded' }));
  });
  await Promise.all(refunded);
  await numberDocuments(shop.ctx);
  const renameOften = async (order: Placed) => {
    for (let done = 1; done <= 4; done += 1)
      expect(await rename(shop, order, `Maja${done}`)).toMatchObject({ ok: true });
  };
  const give = async () => {
    for (let done = 0; done < 12; done += 1) await numberDocuments(shop.ctx);
  };
  const sell = async () => {
    for (let done = 0; done < 12; done += 1) await place(shop);
  };
  await Promise.all([...placed.map(renameOften), give(), give(), give(), sell()]);
  await numberDocuments(shop.ctx);
  for (const kind of ['invoice', 'credit_note'] as const) {
    const all = await documentsOf(shop, kind);
    await expectNoGap(shop, kind, all.length);
    expect(all.filter(({ content }) => content === null)).toEqual([]);
    for (const original of all.filter(({ originalId, orderId }) => {
      return originalId === null && placed.some(({ id }) => id === orderId);
    })) {
      const chain = all.filter(({ id, originalId }) => id === original.id || originalId === original.id);
      expect(chain.map(correctedIn)).toEqual([undefined, ...chain.slice(0, -1).map((one) => String(one.number))]);
      const buyers = chain.map(buyerIn);
      expect([buyers[0], buyers.at(-1)]).toEqual(['Łukasz Nguyễn', 'Maja4 Rose']);
      expect(new Set(buyers).size).toBe(buyers.length);
    }
  }
  console.warn(
    `corrections: ${(await documentsOf(shop, 'invoice')).length} invoices of 24 orders, each corrected up to 4 times`,
  );
});
