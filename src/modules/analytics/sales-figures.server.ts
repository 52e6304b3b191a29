import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import {
  added,
  barsBeside,
  barsOf,
  byDimension,
  liveParts,
  noSales,
  type Days,
  type DaySum,
  type Sales,
  type Interval,
} from './sales-figures.ts';
import {
  deleteOutdatedDays,
  insertSalesDay,
  listCountedDays,
  listCountedModes,
  listSums,
  listUncountedDays,
  type SalesSum,
} from './sales-figures.queries.server.ts';

type Query = { mode: PaymentMode; days: Days; compared: Days | null; step: Interval };

/**
 * Returns the sums of a range. Both statements read one snapshot, so that a day which is counted
 * meanwhile is read once.
 */
function sumsOf(db: Db, mode: PaymentMode, days: Days): Promise<SalesSum[]> {
  return db.transaction(
    async (tx) => {
      const parts = liveParts(days, await listCountedDays(tx, days));
      return listSums(tx, { mode, ...parts });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const dayRows = (sums: readonly SalesSum[]) =>
  sums.flatMap(({ day, ...sum }): DaySum[] => (day === null ? [] : [{ ...sum, day }]));

const totalOf = (sums: readonly SalesSum[]): Sales => dayRows(sums).reduce<Sales>(added, noSales);

/** Returns the sales of a range and of the days compared with it, by step and by dimension. */
export async function salesFigures(db: Db, { mode, days, compared, step }: Query, shopMode: PaymentMode) {
  const [sums, before, counted] = await Promise.all([
    sumsOf(db, mode, days),
    compared === null ? null : sumsOf(db, mode, compared),
    listCountedModes(db, paymentModes),
  ]);
  const bars = barsOf(days, step, dayRows(sums));
  return {
    total: totalOf(sums),
    before: before === null ? null : totalOf(before),
    /** Orders of which money went back in the range. */
    refundedOrders: sums.reduce((count, sum) => count + sum.refundedOrders, 0),
    bars,
    barsBefore: compared === null || before === null ? [] : barsBeside(bars, { days, compared, step }, dayRows(before)),
    by: byDimension(sums),
    /** Modes with sales, the shop's own first. */
    modes: [shopMode, ...counted.filter((one) => one !== shopMode)],
  };
}

export type SalesFigures = Awaited<ReturnType<typeof salesFigures>>;

/** Days that one run of the job counts. */
const daysPerRun = 100;

/** Counts the days that are over and not counted yet, or have changed since. */
export async function countSalesDays(db: Db, limit = daysPerRun): Promise<void> {
  await inTransaction(db, deleteOutdatedDays);
  for (const day of await listUncountedDays(db, limit)) await inTransaction(db, (tx) => insertSalesDay(tx, day));
}
