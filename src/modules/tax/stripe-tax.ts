import { postalCodeIn } from '#shared/countries.ts';

import { holdsTax, taxRegion, type TaxPlace, type TaxRate } from './tax.ts';
import type { taxQuotes } from './tables.server.ts';

/** A place as a tax service is asked for it; what does not decide the rate is empty. */
export type QuotePlace = { country: string; state: string; postalCode: string };

/**
 * The least of an address that decides its rate: the ZIP of five digits in the United States, the province in Canada, the
 * country elsewhere. Null while that is incomplete, and where no tax is due.
 */
export function quotePlace(place: TaxPlace): QuotePlace | null {
  const region = taxRegion(place);
  if (region === null) return null;
  const { country, state } = region;
  if (holdsTax(country)) return { country, state: '', postalCode: '' };
  if (country === 'CA') return { country, state, postalCode: '' };
  const zip = country === 'US' ? postalCodeIn(country, place.postalCode ?? '') : null;
  return zip === null ? null : { country, state, postalCode: zip.slice(0, 5) };
}

type StoredQuote = Pick<typeof taxQuotes.$inferSelect, 'askedAt' | 'answeredAt'>;

const freshMs = 24 * 60 * 60 * 1000;
const restMs = 60 * 1000;

/** Whether a place is to be asked for: its answer is older than 24 hours, and no question went without one in the last minute. */
export function isRefreshDue(stored: StoredQuote | null, now: Date): boolean {
  if (stored === null) return true;
  if (stored.answeredAt !== null && now.getTime() - stored.answeredAt.getTime() <= freshMs) return false;
  return now.getTime() - stored.askedAt.getTime() > restMs;
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

/** What one jurisdiction takes: `percent` as '8.25', of that `share` (0 to 1) of the goods to which it applies. */
export type RatePart = { type: string; percent: string; share: number };

/** The rate of a place from what each of its jurisdictions takes; null when the parts make no rate from 0 to 100 %. */
export function rateOfParts(parts: readonly RatePart[], inclusive: boolean): TaxRate | null {
  const exact = parts.reduce((sum, { percent, share }) => sum + Number(percent) * 10_000 * share, 0);
  const ratePpm = Math.round(exact);
  if (!(ratePpm >= 0 && ratePpm <= 1_000_000)) return null;
  const types = new Set(parts.filter(({ percent }) => Number(percent) > 0).map(({ type }) => nameOf(type)));
  return { name: [...types].join(' + ') || 'Tax', ratePpm, inclusive };
}
