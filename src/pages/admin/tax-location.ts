import { regionsOf } from '#shared/countries.ts';

/** Formats a location: 'California, US' or 'All of GB'. */
export function locationText({ country, state }: { country: string; state: string }): string {
  if (state === '') return `${country} (all regions)`;
  const name = regionsOf(country).find(({ code }) => code === state)?.name ?? state;
  return `${name}, ${country}`;
}
