import { sandboxIntents } from '@halorosa/stripe-sandbox/tables';
import { and, eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';

import type { PaymentsCtx } from '#modules/payments/payments.server.ts';

import { givenProduct, givenReadyCheckout, givenShipping, payWith } from '../../../tests/support/shop-visitor.ts';
import { randomCases } from '../../../tests/support/full-run.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { checkoutJobs } from './checkout.jobs.server.ts';
import { checkouts } from './tables.server.ts';

const maxSecondsOver = 30;
const tickSeconds = 5;

const test = testWithShop({ prepare: givenShipping });

/** Moves the times of every live checkout back. */
async function passSeconds(shop: TestShop, seconds: number): Promise<void> {
  const back = sql.raw(`- interval '${seconds} seconds'`);
  await shop.ctx.db.execute(sql`update checkouts set expires_at = expires_at ${back}, stuck_since = stuck_since ${back},
    next_check_at = next_check_at ${back}
    where state in ('open', 'awaiting_payment', 'payment_processing')`);
}

/** Seconds by which reservations outlive their checkouts now, in descending order. */
async function secondsOver(shop: TestShop, ids: readonly string[]): Promise<number[]> {
  const { rows } = await shop.ctx.db.execute<{ over: number }>(sql`
    select extract(epoch from now() - c.expires_at)::float8 as over from checkouts c
    join reservations r on r.checkout_id = c.id where c.id in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )}) order by 1 desc`);
  return rows.map(({ over }) => over);
}

const doings = ['leaves', 'is declined', 'is said late to be processed'] as const;
type Buyer = { doing: (typeof doings)[number] | 'is asked by the bank'; secondsLeft: number };

async function givenBuyer(shop: TestShop, productId: string, { doing, secondsLeft }: Buyer): Promise<string> {
  const { checkoutId, secret } = await givenReadyCheckout(shop, productId);
  if (doing === 'is declined') await payWith(shop, secret, '4000000000000002');
  if (doing === 'is asked by the bank') await payWith(shop, secret, '4000002500003155');
  await shop.ctx.db
    .update(checkouts)
    .set({
      expiresAt: sql`now() + make_interval(secs => ${secondsLeft}::int)`,
      ...(doing === 'is said late to be processed' ? { state: 'payment_processing' as const } : {}),
    })
    .where(eq(checkouts.id, checkoutId));
  return checkoutId;
}

type Provider = { slowSeconds: number; slowReads: number; lostCancels: number };

/** A process whose provider reads the first payments slowly and loses the first cancellations. */
function processOf(shop: TestShop, { slowSeconds, slowReads, lostCancels }: Provider) {
  const { readIntent, cancelIntent } = shop.ctx.payments;
  const left = { slowReads, lostCancels };
  const payments: PaymentsCtx['payments'] = {
    ...shop.ctx.payments,
    readIntent: async (id) => {
      left.slowReads -= 1;
      if (left.slowReads >= 0) await passSeconds(shop, slowSeconds);
      return readIntent(id);
    },
    cancelIntent: async (id) => {
      left.lostCancels -= 1;
      return left.lostCancels >= 0 ? readIntent(id) : cancelIntent(id);
    },
  };
  return { ...shop.ctx, payments };
}

function jobOf(name: string) {
  const job = checkoutJobs.find((one) => one.name === name);
  if (job?.everySeconds === undefined) throw new Error(`no job ${name}`);
  return { everySeconds: job.everySeconds, work: job.work };
}

type Phases = { sweep: number; reconcile: number };

/**
 * Runs both jobs of all processes tick by tick. Returns the maximum time, in seconds, by which a
 * reservation outlived its checkout.
 */
async function runJobs(
  shop: TestShop,
  contexts: readonly PaymentsCtx[],
  { phases, ids, seconds }: { phases: readonly Phases[]; ids: readonly string[]; seconds: number },
) {
  const [sweep, reconcile] = [jobOf('sweep-expired-checkouts'), jobOf('reconcile-payments')];
  let longest = 0;
  for (let at = 0; at <= seconds; at += tickSeconds) {
    longest = Math.max(longest, (await secondsOver(shop, ids))[0] ?? 0);
    await Promise.all(
      contexts.map(async (ctx, index) => {
        const phase = phases[index] ?? { sweep: 0, reconcile: 0 };
        if ((at + phase.reconcile) % reconcile.everySeconds === 0) await reconcile.work(ctx, {});
        if ((at + phase.sweep) % sweep.everySeconds === 0) await sweep.work(ctx, {});
      }),
    );
    await passSeconds(shop, tickSeconds);
  }
  return longest;
}

const phase = (end: number) => fc.integer({ min: 0, max: end / tickSeconds - 1 }).map((ticks) => ticks * tickSeconds);
const arbitraryProcess = fc.record({
  phases: fc.record({ sweep: phase(15), reconcile: phase(30) }),
  provider: fc.record({
    slowSeconds: fc.constant(2),
    slowReads: fc.integer({ min: 0, max: 2 }),
    lostCancels: fc.integer({ min: 0, max: 1 }),
  }),
});
const arbitraryBuyer = fc.record({ doing: fc.constantFrom(...doings), secondsLeft: fc.integer({ min: -1, max: 60 }) });

type Process = { phases: Phases; provider: Provider };

async function outcomeOf(shop: TestShop, productId: string, buyers: readonly Buyer[], processes: readonly Process[]) {
  const ids: string[] = [];
  for (const buyer of buyers) ids.push(await givenBuyer(shop, productId, buyer));
  const contexts = processes.map(({ provider }) => processOf(shop, provider));
  const longest = await runJobs(shop, contexts, { phases: processes.map(({ phases }) => phases), ids, seconds: 120 });
  const ended = await shop.ctx.db
    .select()
    .from(checkouts)
    .where(and(inArray(checkouts.id, ids), eq(checkouts.state, 'expired')));
  return { longest, stillReserved: (await secondsOver(shop, ids)).length, ended: ended.length };
}

test(
  `no reservation outlives its checkout by more than ${maxSecondsOver} s, with both jobs in two processes and a slow provider`,
  { timeout: 300_000 },
  async ({ shop }) => {
    const productId = await givenProduct(shop, { onHand: 10_000 });
    const buyers = fc.array(arbitraryBuyer, { minLength: 4, maxLength: 6 });
    const processes = fc.tuple(arbitraryProcess, arbitraryProcess);
    let longest = 0;
    for (const [people, both] of fc.sample(fc.tuple(buyers, processes), randomCases(15))) {
      const outcome = await outcomeOf(shop, productId, people, both);
      longest = Math.max(longest, outcome.longest);
      expect(outcome, JSON.stringify({ people, both })).toMatchObject({ stillReserved: 0, ended: people.length });
      expect(outcome.longest, JSON.stringify({ people, both })).toBeLessThanOrEqual(maxSecondsOver);
    }
    expect(longest, 'sweeps are not instant').toBeGreaterThan(0);
  },
);

test(
  'a bank check keeps a checkout live for at most ten minutes after its time',
  { timeout: 120_000 },
  async ({ shop }) => {
    const productId = await givenProduct(shop, { onHand: 10 });
    const id = await givenBuyer(shop, productId, { doing: 'is asked by the bank', secondsLeft: 20 });
    const contexts = [processOf(shop, { slowSeconds: 0, slowReads: 0, lostCancels: 0 }), shop.ctx];
    const phases = [
      { sweep: 0, reconcile: 0 },
      { sweep: 5, reconcile: 15 },
    ];
    expect(await runJobs(shop, contexts, { phases, ids: [id], seconds: 9 * 60 })).toBeGreaterThan(8 * 60);
    const longest = await runJobs(shop, contexts, { phases, ids: [id], seconds: 120 });
    expect(longest).toBeLessThanOrEqual(10 * 60 + maxSecondsOver);
    expect(await secondsOver(shop, [id])).toEqual([]);
    const intents = await shop.ctx.db
      .select({ body: sandboxIntents.body })
      .from(sandboxIntents)
      .innerJoin(checkouts, eq(checkouts.paymentIntentId, sandboxIntents.id))
      .where(eq(checkouts.id, id));
    expect(intents[0]?.body.status).toBe('canceled');
  },
);
