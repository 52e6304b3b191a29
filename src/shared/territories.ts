import { countries, type CountryCode } from './countries.ts';

/**
 * ISO codes of territories that wallets and the provider's page name as countries, with the state
 * if addresses there have one.
 */
const territories: Record<string, { country: CountryCode; state?: string }> = {
  PR: { country: 'US', state: 'PR' },
  GU: { country: 'US', state: 'GU' },
  VI: { country: 'US', state: 'VI' },
  AS: { country: 'US', state: 'AS' },
  MP: { country: 'US', state: 'MP' },
  JE: { country: 'GB' },
  GG: { country: 'GB' },
  IM: { country: 'GB' },
};

/**
 * Countries to choose from in a wallet or on the provider's page. The provider does not take the
 * codes of the other territories.
 */
export const walletCountries: readonly string[] = [...countries, 'PR', 'GU', 'JE', 'GG', 'IM'];

/** Returns an address with the country and state under which the shop delivers there. */
export function inDeliveryCountry<A extends { country: string; state: string }>(address: A): A {
  return { ...address, ...territories[address.country.toUpperCase()] };
}
