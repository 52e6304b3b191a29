import { postalCodeIn } from '#shared/countries.ts';

import { isTaxInclusive, taxRegion, type TaxPlace, type TaxRate } from './tax.ts';
import type { taxRateCache } from './tables.server.ts';

/**
 * A place in the form that a tax service is asked for. Fields that do not affect the rate are
 * empty.
 */
export type QuotePlace = { country: string; state: string; postalCode: string };

/**
 * Returns the least of an address that determines its rate: the five-digit ZIP in the US, the
 * province in Canada, the country elsewhere. Null if that is incomplete, or if no tax is due.
 */
export function taxJurisdiction(place: TaxPlace): QuotePlace | null {
  const region = taxRegion(place);
  if (region === null) return null;
  const { country, state } = region;
  if (isTaxInclusive(country)) return { country, state: '', postalCode: '' };
  if (country === 'CA') return { country, state, postalCode: '' };
  const zip = country === 'US' ? postalCodeIn(country, place.postalCode ?? '') : null;
  return zip === null ? null : { country, state, postalCode: zip.slice(0, 5) };
}

type StoredQuote = Pick<typeof taxRateCache.$inferSelect, 'requestedAt' | 'respondedAt'>;

const freshMs = 24 * 60 * 60 * 1000;
const restMs = 60 * 1000;

/**
 * True when the rate of a place should be requested. The last response must be older than 24 hours,
 * and no request may have failed within the last minute.
 */
export function isRefreshDue(stored: StoredQuote | null, now: Date): boolean {
  if (stored === null) return true;
  if (stored.respondedAt !== null && now.getTime() - stored.respondedAt.getTime() <= freshMs) return false;
  return now.getTime() - stored.requestedAt.getTime() > restMs;
}

const names: Record<string, string> = {
  gst: 'GST',
  hst: 'HST',
  pst: 'PST',
  qst: 'QST',
  rst: 'RST',
  sales_tax: 'Sales tax',
  vat: 'VAT',
};

function nameOf(type: string): string {
  const words = type.replaceAll('_', ' ');
  return names[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Rate of one jurisdiction: `percent` like '8.25', applied to a `share` (0 to 1) of the goods. */
export type RatePart = { type: string; percent: string; share: number };

/** Sums the rates of a place's jurisdictions. Null if the sum is not between 0 and 100 %. */
export function rateOfParts(parts: readonly RatePart[], inclusive: boolean): TaxRate | null {
  const exact = parts.reduce((sum, { percent, share }) => sum + Number(percent) * 10_000 * share, 0);
  const ratePpm = Math.round(exact);
  if (!(ratePpm >= 0 && ratePpm <= 1_000_000)) return null;
  const types = new Set(parts.filter(({ percent }) => Number(percent) > 0).map(({ type }) => nameOf(type)));
  return { name: [...types].join(' + ') || 'Tax', ratePpm, inclusive };
}
