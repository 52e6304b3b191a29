import { listChangesAfter } from '#modules/audit/audit-log.queries.server.ts';
import type { TaxSource } from '#modules/settings/shop-settings.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';
import { regionCode } from '#shared/countries.ts';

import { baseRates } from './base-rates.ts';
import { findStoredRate } from './stripe-tax.queries.server.ts';
import { taxJurisdiction } from './stripe-tax.ts';
import { collectionOn } from './tax-collection.server.ts';
import { choiceFor, collectsOr } from './tax-collection.ts';
import { taxRegion, type TaxPlace, type TaxRate } from './tax.ts';
import {
  findStoredTax,
  findTaxSource,
  insertMissingRates,
  listRatesOf,
  type StoredTax,
} from './tax-rates.queries.server.ts';
import { subjectOf, type EditableRate } from './tax-rates.ts';

/**
 * A place, and the stored tax of its state if another statement has read it (`storedTaxIn`).
 */
export type Taxed<Place = TaxPlace> = { place: Place; stored?: StoredTax | undefined };

type Source = { place: TaxPlace; collects: boolean | null; source: TaxSource | null; inTable: TaxRate | null };

/** Returns that of the environment, else the owner's choice, else the table. */
const sourceOr = (chosen: TaxSource | null, { tax }: Ctx['settings']): TaxSource => tax ?? chosen ?? 'table';

export type TaxSourceCtx = Pick<Ctx, 'db' | 'settings' | 'cacheLifetime'>;

const chosenSource = cachedRead(({ db }: Pick<Ctx, 'db'>) => findTaxSource(db));

/** Returns the source of tax rates in force: the shop's table, or Stripe Tax. */
export async function taxSource({ settings, ...ctx }: TaxSourceCtx): Promise<TaxSource> {
  if (settings.tax !== undefined) return settings.tax;
  return sourceOr(await chosenSource({ ctx, cacheLifetime: ctx.cacheLifetime }), settings);
}

/**
 * Returns the rate that is charged: none where the shop does not collect, else the stored response
 * of the tax service if the shop has one, else the table's rate.
 */
async function chargedRate(
  db: Db,
  { settings }: Pick<Ctx, 'settings'>,
  { place, collects, source, inTable }: Source,
): Promise<TaxRate | null> {
  if (!collectsOr(collects, settings)) return null;
  const quoted = sourceOr(source, settings) === 'stripe' ? taxJurisdiction(place) : null;
  const answered = quoted === null ? null : await findStoredRate(db, quoted);
  const rate = answered ?? inTable;
  return rate === null || rate.ratePpm === 0 ? null : rate;
}

/**
 * Returns the rate of a place, or null if no tax is due (`taxRegion`) or the shop does not collect
 * there. Uses the response of the tax service that `refreshTaxRate` stored, if the shop has one,
 * else the shop's table. Makes no external call, so it is safe inside a transaction.
 */
export async function taxRateOf(db: Db, ctx: Pick<Ctx, 'settings'>, { place, stored }: Taxed): Promise<TaxRate | null> {
  const region = taxRegion(place);
  if (region === null) return null;
  // The given rates are those of the typed state, which a postal code can override.
  const isGiven = stored !== undefined && region.state === (regionCode(place.country, place.state) ?? '');
  const { rates, collects, source } = isGiven ? stored : await findStoredTax(db, region);
  return chargedRate(db, ctx, { place, collects, source, inTable: rates[0] ?? null });
}

/**
 * Returns the fields of a rate at a moment: those of its row, less the changes that the audit log
 * has since. Null if the rate was added later.
 */
async function rateOn(db: Db, row: EditableRate, at: Date): Promise<TaxRate | null> {
  const { name, ratePpm, inclusive } = row;
  const later = row.updatedAt <= at ? [] : await listChangesAfter(db, subjectOf(row), at);
  if (later.some(({ before }) => before === null)) return null;
  const rate: TaxRate = { name, ratePpm, inclusive };
  for (const { before } of later) Object.assign(rate, before);
  return rate;
}

/**
 * Returns the rate of a place as it was at a moment, or null if no tax was due or collected. A tax
 * service knows only the present rate.
 */
export async function taxRateOn(
  db: Db,
  ctx: Pick<Ctx, 'settings'>,
  { place, at }: { place: TaxPlace; at: Date },
): Promise<TaxRate | null> {
  const region = taxRegion(place);
  if (region === null) return null;
  const collects = choiceFor(await collectionOn(db, at), region);
  const rows = await listRatesOf(db, region);
  const rates = await Promise.all(rows.map((row) => rateOn(db, row, at)));
  const source = await findTaxSource(db);
  return chargedRate(db, ctx, { place, collects, source, inTable: rates.find((rate) => rate !== null) ?? null });
}

/** Fills a new shop's table with the published base rates. Existing rows are unchanged. */
export async function seedTaxRates(tx: Db): Promise<void> {
  await insertMissingRates(tx, [...baseRates]);
}
