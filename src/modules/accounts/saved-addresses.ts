import { placeLine, type Address } from '#shared/address.ts';

export type SavedAddress = Address & { id: string; isDefault: boolean };

export const maxAddresses = 10;

/** Returns an address in two lines: street, then city, state and postal code. */
export function addressLines({ street, line2, ...place }: Address): string[] {
  return [[street, line2].filter(Boolean).join(', '), placeLine(place)];
}
