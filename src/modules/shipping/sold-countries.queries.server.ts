import { inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { oneRow } from '#platform/db/rows.server.ts';
import { countries, type CountryCode } from '#shared/countries.ts';

import { unsoldCountries } from './tables.server.ts';

const codes = sql.raw(countries.map((code) => `'${code}'`).join());

/** SQL column: the countries that the shop sells to, the default first. */
export const soldCountries = sql<CountryCode[]>`(
  select coalesce(jsonb_agg(supported.code order by supported.position), '[]')
  from unnest(array[${codes}]) with ordinality supported(code, position)
  where not exists (select from ${unsoldCountries} unsold where unsold.country = supported.code)
)`;

/** Returns the countries that the shop sells to, the default first. */
export async function findSoldCountries(db: Db): Promise<CountryCode[]> {
  return (await oneRow<{ sold: CountryCode[] }>(db, sql`select ${soldCountries} as sold`)).sold;
}

/** Stores the countries that the shop sells to. Every process then drops its cached pages. */
export async function storeSoldCountries(tx: Db, sold: readonly CountryCode[]): Promise<void> {
  const unsold = countries.filter((code) => !sold.includes(code)).map((country) => ({ country }));
  await tx.delete(unsoldCountries).where(inArray(unsoldCountries.country, [...sold]));
  if (unsold.length > 0) await tx.insert(unsoldCountries).values(unsold).onConflictDoNothing();
  await tx.execute(sql`select pg_notify('pages_changed', '')`);
}
