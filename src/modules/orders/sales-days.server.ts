import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { liveParts, type Days, type SalesDimension, type TaxRow } from './sales-days.ts';
import {
  deleteOtherZones,
  insertSalesDay,
  listCountedDays,
  listSums,
  listTaxRows,
  listUncountedDays,
  type SalesSum,
} from './sales-days.queries.server.ts';

type Range = { mode: PaymentMode; days: Days };
type Parts = ReturnType<typeof liveParts> & { mode: PaymentMode };

/**
 * Reads the days of a range. Both statements read one snapshot, so that a day which is counted
 * meanwhile is read once.
 */
const readDays = <T>(db: Db, { mode, days }: Range, read: (tx: Db, parts: Parts) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => read(tx, { mode, ...liveParts(days, await listCountedDays(tx, days)) }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

/** Returns the sums of a range: in total by day, and by key of each dimension. */
export const salesSums = (db: Db, range: Range, dimensions: readonly SalesDimension[]): Promise<SalesSum[]> =>
  readDays(db, range, (tx, parts) => listSums(tx, { ...parts, dimensions }));

/** Returns the sums of a range by month, country and state. */
export const taxRows = (db: Db, range: Range): Promise<TaxRow[]> => readDays(db, range, listTaxRows);

/** Days that one run of the job counts. */
const daysPerRun = 1_000;

/** Counts the days that are over and not counted yet, or have changed since. */
export async function countSalesDays(db: Db, limit = daysPerRun): Promise<void> {
  await deleteOtherZones(db);
  for (const day of await listUncountedDays(db, limit)) await inTransaction(db, (tx) => insertSalesDay(tx, day));
}
