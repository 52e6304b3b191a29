import { JobRunner } from '#platform/jobs/jobs.server.ts';
import { createLog } from '#platform/log/log.server.ts';
import { createPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { findOrBegin } from '#modules/checkout/open-checkout.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';
import { createCatalogVariables } from '#app/catalog-variables.server.ts';

import { closedLoop } from './load-loops.ts';

/**
 * Carts with one line each, reserved `concurrency` at a time until the time or the carts run out.
 */
export type Turn = { carts: string[]; seconds: number; concurrency: number };
export type Reserved = { perSecond: number; count: number };

const onError = (error: Error) => console.error(error);

async function openCtx(databaseUrl: string): Promise<PaymentsCtx> {
  const settings = readSettings();
  const log = createLog('error');
  const database = await openDatabase({ databaseUrl, onError });
  const payments = createPayments({ settings, db: database.db, log, deliver: () => Promise.resolve(200) });
  const base = { db: database.db, settings, log, jobs: new JobRunner(database, log), payments };
  return { ...base, now: () => new Date(), catalogFacts: createCatalogVariables(settings) };
}

function someAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}

/**
 * Runs the shop's own transaction that starts a checkout. It reserves the goods of a cart and
 * stores the quote.
 */
async function reserve(ctx: PaymentsCtx, cartId: string): Promise<void> {
  const visitor = { ip: someAddress(), requestId: 'bench', cartToken: null, user: null };
  const begun = await findOrBegin(ctx, { visitor, cartId });
  if (!begun.ok) throw new Error(`a cart was refused: ${begun.reason}`);
}

// Runs in a separate process, started by `fork`, and exits with its parent.
const ctx = await openCtx(process.argv[2] ?? '');
process.once('disconnect', () => process.exit(0));
process.on('message', ({ carts, seconds, concurrency }: Turn) => {
  const next = carts.values();
  const work = async () => {
    const { value } = next.next();
    if (value === undefined) throw new Error('there are too few carts');
    await reserve(ctx, value);
  };
  void closedLoop({ concurrency, seconds }, work).then(({ perSecond, count }) => process.send?.({ perSecond, count }));
});
process.send?.('ready');
