import { and, count, eq, gt, isNotNull, max } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { TaxRate } from '../rules.ts';
import { taxQuotes } from '../tables.server.ts';
import type { QuotePlace, StoredQuote } from './rules.ts';

const isPlace = ({ country, state, postalCode }: QuotePlace) =>
  and(eq(taxQuotes.country, country), eq(taxQuotes.state, state), eq(taxQuotes.postalCode, postalCode));

export async function findStored(db: Db, place: QuotePlace): Promise<StoredQuote | null> {
  const rows = await db
    .select({ askedAt: taxQuotes.askedAt, answeredAt: taxQuotes.answeredAt })
    .from(taxQuotes)
    .where(isPlace(place));
  return rows[0] ?? null;
}

/** The last rate that the service gave for a place, however old. */
export async function findStoredRate(db: Db, place: QuotePlace): Promise<TaxRate | null> {
  const rows = await db
    .select({ name: taxQuotes.name, ratePpm: taxQuotes.ratePpm, inclusive: taxQuotes.inclusive })
    .from(taxQuotes)
    .where(isPlace(place));
  const { name = '', ratePpm = null, inclusive = false } = rows[0] ?? {};
  return ratePpm === null ? null : { name, ratePpm, inclusive };
}

/** Stores the service's answer for a place: its rate, or null where the service knows no such place. */
export async function storeAnswer(
  db: Db,
  place: QuotePlace,
  { rate, at }: { rate: TaxRate | null; at: Date },
): Promise<void> {
  const { name = '', ratePpm = null, inclusive = false } = rate ?? {};
  const answer = { name, ratePpm, inclusive, askedAt: at, answeredAt: at };
  await db
    .insert(taxQuotes)
    .values({ ...place, ...answer })
    .onConflictDoUpdate({ target: [taxQuotes.country, taxQuotes.state, taxQuotes.postalCode], set: answer });
}

/** Notes that the service did not answer for a place; its stored rate stays. */
export async function noteFailure(db: Db, place: QuotePlace, at: Date): Promise<void> {
  await db
    .insert(taxQuotes)
    .values({ ...place, askedAt: at })
    .onConflictDoUpdate({
      target: [taxQuotes.country, taxQuotes.state, taxQuotes.postalCode],
      set: { askedAt: at },
    });
}

export async function countAskedSince(db: Db, since: Date): Promise<number> {
  const rows = await db.select({ asked: count() }).from(taxQuotes).where(gt(taxQuotes.askedAt, since));
  return rows[0]?.asked ?? 0;
}

/** How many places have a rate of the service, and when it answered last. */
export async function summarise(db: Db): Promise<{ places: number; answeredAt: Date | null }> {
  const rows = await db
    .select({ places: count(), answeredAt: max(taxQuotes.answeredAt) })
    .from(taxQuotes)
    .where(isNotNull(taxQuotes.ratePpm));
  return rows[0] ?? { places: 0, answeredAt: null };
}
