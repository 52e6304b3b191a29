import { z } from 'zod';

import { sampleAddresses } from '#content/sample-addresses.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { regionCode } from '#shared/countries.ts';

import type { Suggestion } from './checkout.schema.ts';

/** Returns the sample addresses in a country that contain the typed text. */
function samplesWith(query: string, country: string): Suggestion[] {
  const typed = query.trim().toLowerCase();
  return sampleAddresses.filter((one) => one.country === country && one.description.toLowerCase().includes(typed));
}

/**
 * Suggests addresses for the typed text from the configured provider. Demo shops without a provider
 * match three samples. Returns none if the provider fails.
 */
export async function addressSuggestions(
  { settings, log }: Pick<Ctx, 'settings' | 'log'>,
  query: string,
  country: string,
): Promise<Suggestion[]> {
  if (settings.addressUrl === undefined) {
    return settings.shopMode === 'demo' ? samplesWith(query, country) : [];
  }
  try {
    return await photonSuggestions(settings.addressUrl, query, country);
  } catch (error) {
    // The query is an address, so only the kind of failure is logged.
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'address suggestions failed');
    return [];
  }
}

const text = z.string().default('');
const feature = z.object({
  properties: z.object({
    housenumber: text,
    street: text,
    name: text,
    city: text,
    state: text,
    postcode: text,
    countrycode: text,
  }),
});
const answer = z.object({ features: z.array(feature) });

const timeoutMs = 2_000;
const maxSuggestions = 5;

function suggestionFrom({ properties: place }: z.infer<typeof feature>): Suggestion {
  const road = place.street === '' ? place.name : place.street;
  const country = place.countrycode.toUpperCase();
  const street = [place.housenumber, road].filter(Boolean).join(' ');
  const state = regionCode(country, place.state) ?? '';
  const description = [street, place.city, [state, place.postcode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return { description, street, city: place.city, state, postalCode: place.postcode, country };
}

/**
 * Returns streets in a country from a Photon server's OpenStreetMap index. Throws if it does not
 * answer within 2 s.
 */
async function photonSuggestions(serverUrl: string, query: string, country: string): Promise<Suggestion[]> {
  const url = new URL('/api/', serverUrl);
  url.search = new URLSearchParams({ q: query, limit: '15', lang: 'en' }).toString();
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`address suggestions answered ${response.status}`);
  const { features } = answer.parse(await response.json());
  return features
    .map(suggestionFrom)
    .filter((one) => one.country === country && one.street !== '')
    .slice(0, maxSuggestions);
}
