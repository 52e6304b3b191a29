import { useRef } from 'react';

import type { Address } from '#shared/address.ts';
import type { PostalPlace } from '#modules/buying/checkout/suggestions/contract.ts';
import { call } from '#modules/calls.ts';

import type { CheckoutFormState } from './use-checkout-form.ts';

/** The countries whose postal codes the shop can look up, and when one is complete. */
const complete: Record<string, RegExp> = { US: /^\d{5}$/ };

const none: PostalPlace = { city: '', state: '' };

/** Fills in the city and the state of a postal code; what somebody wrote there stays. */
export function usePostalPlace(kind: 'shipping' | 'billing', { change }: CheckoutFormState) {
  /** What stands in the form because it was looked up. */
  const filled = useRef(none);
  return async ({ country }: Address, typed: string): Promise<void> => {
    const postalCode = typed.trim();
    if (complete[country]?.test(postalCode) !== true) return;
    const answer = await call('POST /postal-place', { postalCode, country });
    if (!answer.ok || answer.body.place === null) return;
    const { place } = answer.body;
    const before = filled.current;
    filled.current = place;
    change(({ [kind]: address }) => {
      if (address.postalCode.trim() !== postalCode || address.country !== country) return {};
      const mine = (name: 'city' | 'state') => address[name].trim() === '' || address[name] === before[name];
      return {
        [kind]: {
          ...address,
          city: mine('city') ? place.city : address.city,
          state: mine('state') ? place.state : address.state,
        },
      };
    });
  };
}
