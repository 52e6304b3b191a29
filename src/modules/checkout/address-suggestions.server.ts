import { sampleAddresses } from '#content/sample-addresses.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { photonSuggestions } from './adapters/photon.server.ts';
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
