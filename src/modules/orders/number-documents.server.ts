import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { writeIssued } from './issued-documents.server.ts';
import { listWaitingSeries, lockSeries, assignNumbers, type Series } from './order-documents.queries.server.ts';
import { pdfShop, type PdfShop } from './pdf-shop.server.ts';

/** Max documents per transaction. */
const batch = 200;

/**
 * Gives a series its next numbers and stores what the documents say, in one transaction. A killed
 * process leaves none of them. Other processes wait for the lock of the series and go on behind.
 * Returns how many were given.
 */
function numberBatch(db: Db, shop: PdfShop, series: Series): Promise<number> {
  return inTransaction(db, async (tx) => {
    const locked = await lockSeries(tx, series);
    if (locked === null) return 0;
    const count = await assignNumbers(tx, locked, batch);
    await writeIssued(tx, shop, batch);
    return count;
  });
}

/** Stores what documents say that an earlier version numbered, as their orders are now. */
async function writeEarlier(db: Db, shop: PdfShop): Promise<void> {
  while ((await inTransaction(db, (tx) => writeIssued(tx, shop, batch))) === batch);
}

/**
 * Gives a number to every invoice and credit note that waits for one, in order of time, and stores
 * what they say. Also those of a series that was switched off meanwhile, because their orders were
 * paid while it was on.
 */
export async function numberDocuments(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const shop = await pdfShop(ctx);
  await writeEarlier(db, shop);
  for (const series of await listWaitingSeries(db)) {
    while ((await numberBatch(db, shop, series)) === batch);
  }
}
