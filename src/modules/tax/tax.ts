import { addressRules, postalArea, regionCode } from '#shared/countries.ts';
import type { Cents } from '#shared/money.ts';

/** What a place takes of a sale. */
export type TaxRate = {
  name: string;
  /** Millionths: 14.975 % is 149,750. */
  ratePpm: number;
  /** Whether prices hold the tax already, so that it is shown and not added. */
  inclusive: boolean;
};

export type TaxPlace = { country: string; state: string; postalCode?: string };

/** Region whose rate applies; the state is empty where the whole country has one. */
export type TaxRegion = { country: string; state: string };

/**
 * Region that taxes goods for a place, by its postal code first (`postalArea`), then by its state. Null where no tax is due, and
 * where tax is added to the price and the state is none of the country's.
 */
export function taxRegion({ country, state, postalCode = '' }: TaxPlace): TaxRegion | null {
  const tax = postalArea(country, postalCode)?.tax;
  if (tax === null) return null;
  const region = typeof tax === 'object' ? tax.state : regionCode(country, state);
  return region === null && !holdsTax(country) ? null : { country, state: region ?? '' };
}

/** True when prices of a country include its tax. */
export function holdsTax(country: string): boolean {
  return addressRules(country).holdsTax;
}

const million = 1_000_000;

/** Tax on goods after their discounts, in cents, rounded half up once: on top of them, or the part that they hold. */
export function taxAmount(goods: Cents, rate: Pick<TaxRate, 'ratePpm' | 'inclusive'>): Cents {
  if (goods <= 0) return 0;
  if (!rate.inclusive) return Math.floor((goods * rate.ratePpm + million / 2) / million);
  const whole = million + rate.ratePpm;
  return Math.floor((2 * goods * rate.ratePpm + whole) / (2 * whole));
}

/** Whether a place says enough to know its rate: the country, and the state where one is asked for. */
export function isTaxable(place: TaxPlace, stateRequired: boolean): boolean {
  return place.country !== '' && (!stateRequired || place.state.trim() !== '');
}
