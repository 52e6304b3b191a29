import { addressDoubt } from '#modules/checkout/address-check.server.ts';
import { typedAddress } from '#shared/address.ts';
import type { FormValues } from '#shared/form-values.ts';

import { confirmField } from './address-fields.tsx';
import { refused, type FormReply } from './form-action.server.ts';

/**
 * Asks once about a US address whose ZIP does not match.
 * Returns null if there is no doubt or the box was ticked.
 */
export function addressQuestion(values: FormValues): FormReply<never> | null {
  const doubt = values[confirmField] === 'on' ? null : addressDoubt(typedAddress(values));
  return doubt === null ? null : { ...refused(doubt, { postalCode: doubt }), question: 'sure' };
}
