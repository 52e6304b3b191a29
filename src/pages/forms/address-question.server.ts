import { addressDoubt } from '#modules/checkout/address-check.server.ts';
import { typedAddress } from '#shared/address.ts';
import type { FormValues } from '#shared/form-values.ts';

import { sureField } from './address-question.tsx';
import { refused, type Reply } from './action.server.ts';

/**
 * Asks once about a US address whose ZIP does not match.
 * Returns null if there is no doubt or the box was ticked.
 */
export function questionAbout(values: FormValues): Reply<never> | null {
  const doubt = values[sureField] === 'on' ? null : addressDoubt(typedAddress(values));
  return doubt === null ? null : { ...refused(doubt, { postalCode: doubt }), question: 'sure' };
}
