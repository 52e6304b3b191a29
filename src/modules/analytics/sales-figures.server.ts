import type { SalesSum } from '#modules/orders/sales-days.queries.server.ts';
import { listCountedModes } from '#modules/orders/sales-days.queries.server.ts';
import { salesSums } from '#modules/orders/sales-days.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';

import {
  barsBeside,
  barsOf,
  byDimension,
  figureDimensions,
  totalOf,
  type Days,
  type DaySum,
  type Interval,
} from './sales-figures.ts';

type Query = { mode: PaymentMode; days: Days; compared: Days | null; step: Interval };

/** Returns the sums in total, by day. */
export const dayRows = (sums: readonly SalesSum[]) =>
  sums.flatMap(({ day, ...sum }): DaySum[] => (day === null ? [] : [{ ...sum, day }]));

/** Dimensions of the page. `refunded` has the orders of which money went back. */
const dimensions = ['all', 'refunded', ...figureDimensions] as const;

/** Returns the sales of a range and of the days compared with it, by step and by dimension. */
export async function salesFigures(db: Db, { mode, days, compared, step }: Query, shopMode: PaymentMode) {
  const [sums, before, counted] = await Promise.all([
    salesSums(db, { mode, days }, dimensions),
    compared === null ? null : salesSums(db, { mode, days: compared }, dimensions),
    listCountedModes(db),
  ]);
  const bars = barsOf(days, step, dayRows(sums));
  return {
    total: totalOf(dayRows(sums)),
    before: before === null ? null : totalOf(dayRows(before)),
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
