import { addressRules, postalArea, regionCode } from '#shared/countries.ts';
import type { Cents } from '#shared/money.ts';

/** Tax rate of a region. */
export type TaxRate = {
  name: string;
  /** Millionths: 14.975 % is 149,750. */
  ratePpm: number;
  /** True when prices include the tax, so that it is shown and not added. */
  inclusive: boolean;
};

export type TaxPlace = { country: string; state: string; postalCode?: string };

/** Region whose rate applies. The state is empty if the whole country has one rate. */
export type TaxRegion = { country: string; state: string };

/**
 * Returns the region that taxes goods for a place: by postal code first (`postalArea`), then by
 * state. Null if no tax is due, or if tax is added to prices and the state is not one of the
 * country's.
 */
export function taxRegion({ country, state, postalCode = '' }: TaxPlace): TaxRegion | null {
  const tax = postalArea(country, postalCode)?.tax;
  if (tax === null) return null;
  const region = typeof tax === 'object' ? tax.state : regionCode(country, state);
  return region === null && !isTaxInclusive(country) ? null : { country, state: region ?? '' };
}

/** True when prices in a country include tax. */
export function isTaxInclusive(country: string): boolean {
  return addressRules(country).holdsTax;
}

const million = 1_000_000;

/**
 * Tax on goods after discounts, in cents, rounded half up once. Either added to the goods or
 * included in them.
 */
export function taxAmount(goods: Cents, rate: Pick<TaxRate, 'ratePpm' | 'inclusive'>): Cents {
  if (goods <= 0) return 0;
  if (!rate.inclusive) return Math.floor((goods * rate.ratePpm + million / 2) / million);
  const whole = million + rate.ratePpm;
  return Math.floor((2 * goods * rate.ratePpm + whole) / (2 * whole));
}

/**
 * True when a place is complete enough for a rate: the country, and the state if it is required.
 */
export function isTaxable(place: TaxPlace, stateRequired: boolean): boolean {
  return place.country !== '' && (!stateRequired || place.state.trim() !== '');
}
