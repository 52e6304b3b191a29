import { z } from 'zod';

import { sampleAddresses } from '#content/sample-addresses.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { callOut, isSuccess } from '#platform/http/outgoing-call.server.ts';
import { regionCode } from '#shared/countries.ts';
import { folded } from '#shared/search-fold.ts';

import type { Suggestion } from './checkout.schema.ts';

/** Returns the sample addresses in a country that contain the typed text. */
function samplesWith(query: string, country: string): Suggestion[] {
  const typed = folded(query);
  return sampleAddresses.filter((one) => one.country === country && folded(one.description).includes(typed));
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

const withinMs = 2_000;
const maxBytes = 500_000;
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
  const { status, body } = await callOut({ url: url.href, method: 'GET', withinMs, maxBytes });
  if (!isSuccess(status)) throw new Error(`address suggestions answered ${status}`);
  const { features } = answer.parse(JSON.parse(body));
  return features
    .map(suggestionFrom)
    .filter((one) => one.country === country && one.street !== '')
    .slice(0, maxSuggestions);
}
