import { fittingAddress } from '#shared/countries.ts';
import { placeLine } from '#shared/place-line.ts';

export type AddressDraft = {
  street: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type SavedAddress = AddressDraft & { id: string; isDefault: boolean };

/** Addresses that one account may keep. */
export const maxAddresses = 10;

/** Longest text of each field, in characters. */
export const longest: Record<keyof AddressDraft, number> = {
  street: 200,
  line2: 200,
  city: 100,
  state: 100,
  postalCode: 20,
  country: 2,
};

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();

/** An address as it is kept: trimmed, cut to its longest, state and postal code as its country writes them. */
export function tidied(draft: AddressDraft): AddressDraft {
  const cut = (name: keyof AddressDraft) => oneLine(draft[name]).slice(0, longest[name]);
  return fittingAddress({
    street: cut('street'),
    line2: cut('line2'),
    city: cut('city'),
    state: cut('state'),
    postalCode: cut('postalCode'),
    country: cut('country'),
  });
}

/** Street and place in two lines. */
export function addressLines({ street, line2, ...place }: AddressDraft): string[] {
  return [[street, line2].filter(Boolean).join(', '), placeLine(place)];
}
