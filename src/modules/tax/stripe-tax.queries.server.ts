import { and, count, eq, gt, isNotNull, lt, max } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import type { TaxRate } from './tax.ts';
import { taxRateCache } from './tables.server.ts';
import type { QuotePlace } from './stripe-tax.ts';

const isPlace = ({ country, state, postalCode }: QuotePlace) =>
  and(eq(taxRateCache.country, country), eq(taxRateCache.state, state), eq(taxRateCache.postalCode, postalCode));

export function findQuote(db: Db, place: QuotePlace) {
  return firstRow(db.select().from(taxRateCache).where(isPlace(place)));
}

/** Returns the last rate that the service gave for a place, however old. */
export async function findStoredRate(db: Db, place: QuotePlace): Promise<TaxRate | null> {
  const { name = '', ratePpm = null, inclusive = false } = (await findQuote(db, place)) ?? {};
  return ratePpm === null ? null : { name, ratePpm, inclusive };
}

/**
 * Stores the service's response for a place: its rate, or null if the service does not know the
 * place.
 */
export async function storeResponse(
  db: Db,
  place: QuotePlace,
  { rate, at }: { rate: TaxRate | null; at: Date },
): Promise<void> {
  const { name = '', ratePpm = null, inclusive = false } = rate ?? {};
  const response = { name, ratePpm, inclusive, requestedAt: at, respondedAt: at };
  await db
    .insert(taxRateCache)
    .values({ ...place, ...response })
    .onConflictDoUpdate({ target: [taxRateCache.country, taxRateCache.state, taxRateCache.postalCode], set: response });
}

/** Records that the service did not respond for a place. The stored rate stays. */
export async function recordFailure(db: Db, place: QuotePlace, at: Date): Promise<void> {
  await db
    .insert(taxRateCache)
    .values({ ...place, requestedAt: at })
    .onConflictDoUpdate({
      target: [taxRateCache.country, taxRateCache.state, taxRateCache.postalCode],
      set: { requestedAt: at },
    });
}

export function countRequestsSince(db: Db, since: Date): Promise<number> {
  return db.$count(taxRateCache, gt(taxRateCache.requestedAt, since));
}

/** Number of places with a rate from the service, and its last response. */
export async function summarizeQuotes(db: Db): Promise<{ places: number; respondedAt: Date | null }> {
  const sums = { places: count(), respondedAt: max(taxRateCache.respondedAt) };
  return (
    (await firstRow(db.select(sums).from(taxRateCache).where(isNotNull(taxRateCache.ratePpm)))) ?? {
      places: 0,
      respondedAt: null,
    }
  );
}

export function deleteQuotesBefore(db: Db, before: Date) {
  return deleteInBatches(db, taxRateCache, lt(taxRateCache.requestedAt, before));
}
