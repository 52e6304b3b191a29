import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { listWaitingSeries, lockSeries, updateToNumbered, type Series } from './order-documents.queries.server.ts';

export { hasWaiting as hasWaitingDocuments } from './order-documents.queries.server.ts';

/** Max documents per transaction. */
const batch = 200;

/**
 * Gives a series its next numbers in one transaction. A killed process leaves none of them. Other
 * processes wait for the lock of the series and go on behind. Returns how many were given.
 */
function numberBatch(db: Db, series: Series): Promise<number> {
  return inTransaction(db, async (tx) => {
    const locked = await lockSeries(tx, series);
    return locked === null ? 0 : updateToNumbered(tx, locked, batch);
  });
}

/**
 * Gives a number to every invoice and credit note that waits for one, in order of time. Also those
 * of a series that was switched off meanwhile, because their orders were paid while it was on.
 */
export async function numberDocuments({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (const series of await listWaitingSeries(db)) {
    while ((await numberBatch(db, series)) === batch);
  }
}
