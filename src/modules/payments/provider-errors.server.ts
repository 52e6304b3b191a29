import Stripe from 'stripe';

/**
 * Failure of a provider call. `unavailable`: no response, or told to wait; the result is unknown,
 * and the same key may be sent again. `saved_failure`: a 5xx that the provider repeats for this
 * key. `refused`: the provider will not do this.
 */
export type ProviderFailure = 'unavailable' | 'saved_failure' | 'refused';

/** Classifies the failure of a provider call. Rethrows an error that is not the provider's. */
export function providerFailure(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const status = error.statusCode;
  // Without a status there was no response, or one that no provider sends.
  if (status === undefined || status === 429 || status === 409) return 'unavailable';
  return status >= 500 ? 'saved_failure' : 'refused';
}

/**
 * True when the provider says that it has no such object. It was made with keys of another account
 * or mode, or erased there. A 404 of anything in between does not count.
 */
export function isUnknownObject(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.statusCode === 404 &&
    error.code === 'resource_missing' &&
    error.message.startsWith('No such ')
  );
}

/**
 * Returns the provider's response about one object; `unknown` if it has none with that id, null if
 * there is no response.
 */
export async function providerResponse<T>(ask: () => Promise<T>): Promise<T | 'unknown' | null> {
  try {
    return await ask();
  } catch (error) {
    if (isUnknownObject(error)) return 'unknown';
    providerFailure(error);
    return null;
  }
}

/** Returns the provider's code for a failed call, such as `charge_already_refunded`. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return error.code ?? error.rawType ?? error.type;
}
