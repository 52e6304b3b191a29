import { sandboxObjects } from '@halorosa/stripe-sandbox/tables';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';

import type { ProviderRefund } from '#modules/payments/refund-calls.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { givenPaidOrder, givenShipping, timelineOf } from '../../../tests/support/shop-visitor.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { orderNumberOf, owner, refundByOwner } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { applyDispute } from './disputes.server.ts';
import { listDisputes } from './disputes.queries.server.ts';
import { cancelOrder } from './order-actions.server.ts';
import { orders, refunds } from './tables.server.ts';
import { applyRefund, finishRefunds } from './refunds.server.ts';

const faults = { tooMany: 0, serverError: 0, responseLost: 0, random: Math.random };

const test = testWithShop({ faults, prepare: givenShipping });

const captured = 5_900;

async function booksOf(shop: TestShop, orderId: string, intentId: string) {
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.paymentIntentId, intentId));
  const objects = await shop.ctx.db.select().from(sandboxObjects).where(eq(sandboxObjects.intentId, intentId));
  const charge = objects.find(({ kind }) => kind === 'charge')?.body;
  const sum = (included: readonly string[]) =>
    rows.filter(({ status }) => included.includes(status)).reduce((total, row) => total + row.amountCents, 0);
  return {
    status: order?.paymentStatus,
    returned: order?.returnedCents ?? -1,
    succeeded: sum(['succeeded']),
    claimed: sum(['succeeded', 'pending']),
    atProvider: charge?.object === 'charge' ? charge.amount_refunded : -1,
  };
}

function statusOf(returned: number): string {
  if (returned === 0) return 'paid';
  return returned < captured ? 'partially_refunded' : 'refunded';
}

type Lost = 'never' | 'once' | 'always';
type Step = { amountCents: number; key: number; lost: Lost; how: 'refund' | 'cancel' | 'dispute' | 'won' | 'lost' };

const steps = fc.array(
  fc.record<Step>({
    amountCents: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(0, 1, captured, captured + 1)),
    key: fc.nat(5),
    lost: fc.constantFrom('never', 'never', 'once', 'always'),
    how: fc.constantFrom('refund', 'refund', 'refund', 'refund', 'cancel', 'dispute', 'won', 'lost'),
  }),
  { minLength: 1, maxLength: 10 },
);

const disputeWords = { dispute: 'needs_response', won: 'won', lost: 'lost' } as const;

/** Returns the money of a payment that disputes withhold or took, in cents. */
async function disputedCents(shop: TestShop, intentId: string, words: readonly string[]): Promise<number> {
  const rows = (await listDisputes(shop.ctx.db, intentId)).filter(({ status }) => words.includes(status));
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

type Paid = { orderId: string; intentId: string };

async function walk(
  shop: TestShop,
  { orderId, intentId }: Paid,
  { amountCents, key, how }: Step,
  second: number,
): Promise<void> {
  if (how === 'refund') {
    await refundByOwner(shop, { orderId, amountCents, key: `key ${key}` });
  } else if (how === 'cancel') {
    await cancelOrder(shop.ctx, owner, { orderNumber: await orderNumberOf(shop, orderId), reason: '' });
  } else {
    const dispute = { id: `dp_${intentId}`, intentId, amountCents: 2_000, reason: 'general', evidenceDueAt: null };
    const at = { openedAt: new Date(0), providerUpdatedAt: new Date(second * 1_000) };
    await inTransaction(shop.ctx.db, (tx) => applyDispute(tx, { ...dispute, ...at, status: disputeWords[how] }));
  }
}

test('no sequence of refunds, disputes and cancellations, with lost responses and repeated keys, returns more than was captured', async ({
  shop,
}) => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const paid = await givenPaidOrder(shop);
      const { orderId, intentId } = paid;
      for (const [index, step] of sequence.entries()) {
        let calls = 0;
        faults.responseLost = step.lost === 'never' ? 0 : 1;
        // A call draws three times. Lost once, the SDK's second try with the same key is answered.
        faults.random = () => (step.lost === 'always' || (calls += 1) <= 3 ? 0.5 : 1);
        const before = (await booksOf(shop, orderId, intentId)).claimed;
        const disputed = await disputedCents(shop, intentId, ['needs_response', 'lost']);
        await walk(shop, paid, step, index);
        const books = await booksOf(shop, orderId, intentId);
        expect(books.claimed).toBeLessThanOrEqual(Math.max(before, captured - disputed));
        expect(books.atProvider).toBeLessThanOrEqual(captured);
      }
      faults.responseLost = 0;
      await finishRefunds(shop.ctx);
      await shop.ctx.payments.deliverEvents();
      const books = await booksOf(shop, orderId, intentId);
      const refunded = books.returned - (await disputedCents(shop, intentId, ['lost']));
      expect(books).toEqual({ ...books, succeeded: refunded, claimed: refunded, atProvider: refunded });
      expect(books.status).toBe(statusOf(books.returned));
    }),
    { numRuns: randomCases(15) },
  );
}, 120_000);

type Update = { refund: number; status: ProviderRefund['status'] };

const updates = fc.array(
  fc.record<Update>({ refund: fc.nat(2), status: fc.constantFrom('pending', 'succeeded', 'failed') }),
  { minLength: 1, maxLength: 10 },
);

test('refund updates in any order and any number lead to the same result', async ({ shop }) => {
  await fc.assert(
    fc.asyncProperty(updates, fc.boolean(), async (statements, isReversed) => {
      const { orderId, intentId } = await givenPaidOrder(shop);
      const all = isReversed ? statements.toReversed() : [...statements, ...statements];
      for (const { refund, status } of all) {
        const fact = { id: `re_${refund}_${intentId}`, intentId, refundId: null, amountCents: 1_000, reason: '' };
        await shop.ctx.db.transaction((tx) => applyRefund(tx, { ...fact, status, failure: null }));
      }
      const ends = [0, 1, 2].map((refund) =>
        statements.filter((one) => one.refund === refund).map((one) => one.status),
      );
      const good = ends.filter((end) => end.includes('succeeded') && !end.includes('failed')).length;
      const books = await booksOf(shop, orderId, intentId);
      expect(books).toMatchObject({ returned: good * 1_000, succeeded: good * 1_000, status: statusOf(good * 1_000) });
      const failures = ends.filter((end) => end.includes('failed')).length;
      const history = await timelineOf(shop, orderId);
      expect(history.filter((line) => line.startsWith('refund_failed'))).toHaveLength(failures);
    }),
    { numRuns: randomCases(20) },
  );
}, 120_000);
