import { sampleAddresses } from '#content/sample-addresses.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { photonSuggestions } from '../adapters/photon.server.ts';
import type { Suggestion } from './contract.ts';

/** Addresses that a shopper may mean: from the shop's provider, in a demo shop the three samples; none when the provider fails. */
export async function addressSuggestions(
  { settings, log }: Pick<Ctx, 'settings' | 'log'>,
  query: string,
  country: string,
): Promise<Suggestion[]> {
  if (settings.addressUrl === undefined) {
    return settings.shopMode === 'demo' ? sampleAddresses.filter((one) => one.country === country) : [];
  }
  try {
    return await photonSuggestions(settings.addressUrl, query, country);
  } catch (error) {
    // What was typed is an address: only the failure is logged.
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'address suggestions failed');
    return [];
  }
}
