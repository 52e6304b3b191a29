import { countries, countryName, regionCode, regionsOf } from '#shared/countries.ts';

import { isTaxInclusive, type TaxRegion } from './tax.ts';

/** Region in which a shop can collect tax, such as 'US-CA', or 'GB' for a whole country. */
export type CollectionRegion = { key: string; country: string; state: string; name: string };

/** Keys of the regions in which the shop collects tax. Null until the owner has decided. */
export type Collection = readonly string[] | null;

export const collectionKey = ({ country, state }: TaxRegion): string => [country, state].filter(Boolean).join('-');

/**
 * Regions to choose from: states if tax is added to prices, the whole country if it is included.
 */
export const collectionRegions: readonly CollectionRegion[] = countries.flatMap((country) => {
  if (isTaxInclusive(country)) return [{ key: country, country, state: '', name: countryName(country) }];
  return regionsOf(country).map(({ code: state, name }) => ({
    key: collectionKey({ country, state }),
    country,
    state,
    name,
  }));
});

/**
 * Returns the region whose choice counts for a rate. Null for a rate that stands in for several.
 */
export function collectionRegion({ country, state }: TaxRegion): CollectionRegion | null {
  const key = isTaxInclusive(country) ? country : collectionKey({ country, state: regionCode(country, state) ?? '' });
  return collectionRegions.find((region) => region.key === key) ?? null;
}

type Shop = { shopMode: 'demo' | 'live' };

/**
 * Returns whether tax is collected. A demo collects everywhere until its owner decides. A live shop
 * collects nowhere until then, because collecting without a registration is not allowed.
 */
export const collectsOr = (chosen: boolean | null, { shopMode }: Shop): boolean => chosen ?? shopMode === 'demo';

/** Returns the choice for a region. Null while the question is open. */
export function choiceFor(collection: Collection, region: TaxRegion): boolean | null {
  if (collection === null) return null;
  return collection.includes(collectionRegion(region)?.key ?? '');
}

/** Sentence about a shop whose owner has not said where it collects tax. */
export function openQuestion({ shopMode }: Shop): string {
  return shopMode === 'demo'
    ? 'Not decided yet. This demo collects tax everywhere; a live shop collects none until you decide.'
    : 'Not decided yet. This shop collects no tax until you decide.';
}

/** Returns the answer in words: 'Nowhere', or the names of the regions. */
export function collectionText(keys: readonly string[]): string {
  const names = collectionRegions.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  if (names.length === 0) return 'Nowhere';
  if (names.length === collectionRegions.length) return 'Everywhere the shop delivers to';
  return names.join(', ');
}
