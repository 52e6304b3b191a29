import Stripe from 'stripe';

/**
 * How a call to the provider failed: `unavailable` (no answer, or told to wait: nothing is known, the same key may be sent
 * again), `saved_failure` (a 5xx that the provider repeats for this key), `refused` (it will not do this).
 */
export type ProviderFailure = 'unavailable' | 'saved_failure' | 'refused';

/** Names the failure of a provider call; an error that is not the provider's is thrown on. */
export function providerFailure(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const status = error.statusCode;
  // Without a status nothing was answered, or something that no provider says.
  if (status === undefined || status === 429 || status === 409) return 'unavailable';
  return status >= 500 ? 'saved_failure' : 'refused';
}

/**
 * Whether the provider says that it has no such object: it was made with keys of another account or mode, or erased there. A 404
 * of anything in between is no such answer.
 */
export function isUnknownObject(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.statusCode === 404 &&
    error.code === 'resource_missing' &&
    error.message.startsWith('No such ')
  );
}

/** What the provider answers to a question about one object; `unknown` when it has none of that name, null when no answer can be had. */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T | 'unknown' | null> {
  try {
    return await ask();
  } catch (error) {
    if (isUnknownObject(error)) return 'unknown';
    providerFailure(error);
    return null;
  }
}

/** The provider's word for why a call failed, such as `charge_already_refunded`. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return error.code ?? error.rawType ?? error.type;
}
