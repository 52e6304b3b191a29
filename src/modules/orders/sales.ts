import type { Address } from '#shared/address.ts';
import { countryName, regionCode, regionsOf } from '#shared/countries.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Returns the period of purchases that visitors may see: after `from`, and up to `until`, 30
 * minutes ago.
 */
export function purchaseWindow(now: Date): { from: Date; until: Date } {
  return { from: new Date(now.getTime() - 7 * dayMs), until: new Date(now.getTime() - 30 * minuteMs) };
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/**
 * Returns the age in whole hours or days. It is no more precise, so that nobody recognizes an order
 * by its minute.
 */
export function timeSince(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime();
  if (past < hourMs) return 'within the last hour';
  return past < dayMs ? plural(Math.floor(past / hourMs), 'hour') : plural(Math.floor(past / dayMs), 'day');
}

/** Returns the name of a state; undefined for a military post box, which is no location. */
function stateName(country: string, typed: string): string | undefined {
  const code = regionCode(country, typed);
  const name = regionsOf(country).find((region) => region.code === code)?.name;
  return name?.startsWith('Armed Forces') === true ? undefined : name;
}

/**
 * Returns 'in Texas' for the United States, else the country. Never returns a town or text that
 * someone typed.
 */
export function purchaseRegion({ state, country }: Pick<Address, 'state' | 'country'>): string {
  const named = country === 'US' ? stateName(country, state) : undefined;
  const land = countryName(country);
  return `in ${named ?? (['US', 'GB'].includes(country) ? `the ${land}` : land)}`;
}
