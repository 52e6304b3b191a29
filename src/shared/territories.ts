import type { CountryCode } from './countries.ts';

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

/** Territories that the provider takes as countries. */
const walletTerritories = ['PR', 'GU', 'JE', 'GG', 'IM'];

/**
 * Returns the codes to choose from in a wallet or on the provider's page for these delivery
 * countries.
 */
export function walletCountries(delivery: readonly string[]): string[] {
  const ofThem = walletTerritories.filter((code) => delivery.includes(territories[code]?.country ?? ''));
  return [...delivery, ...ofThem];
}

/** Returns an address with the country and state under which the shop delivers there. */
export function inDeliveryCountry<A extends { country: string; state: string }>(address: A): A {
  return { ...address, ...territories[address.country.toUpperCase()] };
}
