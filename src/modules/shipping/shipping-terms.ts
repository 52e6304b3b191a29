import { countries, countryName, postalArea, type CountryCode } from '#shared/countries.ts';
import type { Cents } from '#shared/money.ts';
import { refuse } from '#shared/result.ts';

export type ShippingOption = {
  id: string;
  name: string;
  description: string;
  priceCents: Cents;
  /** Business days. */
  daysMin: number;
  daysMax: number;
  /** Codes of the countries that it goes to. Empty for all. */
  countries: readonly string[];
};

/**
 * Returns the requested option, or the first one if it is not offered. Null if nothing is offered.
 */
export function chosenOption(options: readonly ShippingOption[], id: string | null): ShippingOption | null {
  return options.find((option) => option.id === id) ?? options[0] ?? null;
}

/** Returns the options that go to a country, in the shop's order. */
export function optionsTo<O extends { countries: readonly string[] }>(options: readonly O[], country: string): O[] {
  return options.filter(({ countries }) => countries.length === 0 || countries.includes(country));
}

type Destination = { country: string; postalCode: string };

/**
 * Returns an option with its delivery days to a place. Islands, territories and military addresses
 * take longer (`postalArea`).
 */
export function optionForDestination<O extends Pick<ShippingOption, 'daysMin' | 'daysMax'>>(
  option: O,
  place: Destination | null | undefined,
): O {
  const [min, max] = postalArea(place?.country ?? '', place?.postalCode ?? '')?.extraDays ?? [0, 0];
  return { ...option, daysMin: option.daysMin + min, daysMax: option.daysMax + max };
}

/** Countries that the shop sells to, the default first. */
export type SoldCountries = readonly CountryCode[];

/** Sentence for a shopper about a country that the shop does not sell to. */
export const unsoldSentence = (name = 'this country') =>
  `We don’t ship to ${name.startsWith('United ') ? 'the ' : ''}${name}.`;

/** Refuses a delivery country that the shop does not sell to. Null for all others. */
export function countryRefusal(sold: SoldCountries, country: string) {
  if (sold.some((code) => code === country)) return null;
  return refuse('country_not_sold' as const, unsoldSentence(countryName(country)));
}

/** Country of an address that nobody has typed yet. */
export const homeCountry = (sold: SoldCountries): CountryCode => sold[0] ?? countries[0];

/** Value of the items, in cents, from which some options are free, and the name of that offer. */
export type FreeShipping = { fromCents: Cents; optionIds: readonly string[]; label: string };

type Priced = Pick<ShippingOption, 'id' | 'priceCents'>;

/**
 * Returns the price of an option for items of this value, and the first offer that makes it free.
 * The value is in cents, after promotions and code.
 */
export function optionPrice(
  { id, priceCents }: Priced,
  goods: Cents,
  offers: readonly FreeShipping[],
): { priceCents: Cents; freedBy: FreeShipping | null } {
  if (priceCents === 0) return { priceCents, freedBy: null };
  const freedBy = offers.find(({ fromCents, optionIds }) => goods >= fromCents && optionIds.includes(id)) ?? null;
  return { priceCents: freedBy === null ? priceCents : 0, freedBy };
}

/** Returns the least value of the items from which an offer frees an option. Null without one. */
function offeredFrom({ id }: Priced, offers: readonly FreeShipping[]): Cents | null {
  const amounts = offers.filter(({ optionIds }) => optionIds.includes(id)).map(({ fromCents }) => fromCents);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/** Returns the value of the items from which an option is free. Null if it never is. */
export const freeFrom = (option: Priced, offers: readonly FreeShipping[]): Cents | null =>
  option.priceCents === 0 ? 0 : offeredFrom(option, offers);

/** Active options in the shop's order, and the countries that the shop sells to. */
export type ShippingTerms = { options: readonly ShippingOption[]; soldCountries: SoldCountries };

/** Returns the terms of shipping among what was read with them. */
export const termsOf = ({ options, soldCountries }: ShippingTerms): ShippingTerms => ({ options, soldCountries });

/** Returns the option that a page promises to a visitor whose address is not known. */
export function standardOption({ options, soldCountries }: ShippingTerms): ShippingOption | null {
  return optionsTo(options, homeCountry(soldCountries))[0] ?? null;
}

/** An option that is the first one to some countries. */
export type StandardTo = { option: ShippingOption; countries: string[] };

/** Returns the first option to each country that the shop sells to. */
export function standardOptions({ options, soldCountries }: ShippingTerms): StandardTo[] {
  const found = new Map<string, StandardTo>();
  for (const country of soldCountries) {
    const [option] = optionsTo(options, country);
    if (option === undefined) continue;
    const known = found.get(option.id) ?? { option, countries: [] };
    found.set(option.id, { option, countries: [...known.countries, country] });
  }
  return [...found.values()];
}

/**
 * Promise of standard shipping that holds in every country. `freeFromCents`: value of the items
 * from which an offer makes it free, or null.
 */
export type StandardShipping = { isFree: boolean; freeFromCents: Cents | null };

/** Returns the promise of standard shipping that holds in every country. Null without an option. */
export function standardShipping(terms: ShippingTerms, offers: readonly FreeShipping[]): StandardShipping | null {
  const options = standardOptions(terms).map(({ option }) => option);
  if (options.length === 0) return null;
  const isFree = options.every(({ priceCents }) => priceCents === 0);
  const amounts = options.map((option) => (isFree ? offeredFrom(option, offers) : freeFrom(option, offers)));
  const isOffered = amounts.every((amount) => amount !== null);
  return { isFree, freeFromCents: isOffered ? Math.max(...amounts) : null };
}
