import { sampleAddresses } from '#content/sample-addresses.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { photonSuggestions } from './adapters/photon.server.ts';
import type { Suggestion } from './address-suggestions.schema.ts';

/** The samples in which what was typed stands, wherever that is. */
function samplesWith(query: string, country: string): Suggestion[] {
  const typed = query.trim().toLowerCase();
  return sampleAddresses.filter((one) => one.country === country && one.description.toLowerCase().includes(typed));
}

/**
 * Addresses that a shopper may mean: from the shop's provider, in a demo shop those of the three samples that match; none when
 * the provider fails.
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
    // What was typed is an address: only the failure is logged.
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'address suggestions failed');
    return [];
  }
}
