import { addressWarning } from '#modules/checkout/address-check.server.ts';
import { addressIssues, addressFromInput } from '#shared/address.ts';
import type { FormValues } from '#shared/form-values.ts';

import { confirmField } from './address-fieldset.tsx';
import { formError, type FormReply } from './form-action.server.ts';

/** Asks about a doubtful address. */
export function doubtQuestion(doubt: string): FormReply<never> {
  return { ...formError(doubt, { postalCode: doubt }), question: 'sure' };
}

/**
 * Asks once about a US address whose ZIP does not match.
 * Returns null if there is no doubt, the box was ticked, or the address is refused anyway.
 */
export function addressQuestion(values: FormValues): FormReply<never> | null {
  const address = addressFromInput(values);
  const isSettled = values[confirmField] === 'on' || Object.keys(addressIssues(address)).length > 0;
  const doubt = isSettled ? null : addressWarning(address);
  return doubt === null ? null : doubtQuestion(doubt);
}
