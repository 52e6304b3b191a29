import type { Limit, Limits } from '#platform/limits/limits.server.ts';

const perCheckout: Limit = { name: 'wrong-codes-checkout', points: 3, seconds: 900 };
const perAddress: Limit = { name: 'wrong-codes-address', points: 100, seconds: 3_600 };

/** `shopperKey` is the cart id, or the visitor's key if there is no cart yet. */
export type CodeTry = { shopperKey: string; ip: string };

// Every lookup of a typed code passes these limits: 3 wrong codes per checkout in 15 minutes and
// 100 per address in an hour. A code that the shop issued to the cart or by email is no guess, so
// callers neither refuse nor count it (`isIssuedTo`).

const takesOf = ({ shopperKey, ip }: CodeTry) => [
  { limit: perCheckout, key: shopperKey },
  { limit: perAddress, key: ip },
];

/** Seconds until this shopper may try another code. 0 if they may try now. */
export function secondsToNextTry(limits: Limits, tried: CodeTry): Promise<number> {
  return limits.secondsUntilAvailable(takesOf(tried));
}

/**
 * Counts a wrong code. False if the limit was reached meanwhile. Without a lease, concurrent
 * guesses are looked up before one counts: take the attempt first, and return it for a right code.
 */
export async function takeCodeAttempt(limits: Limits, tried: CodeTry): Promise<boolean> {
  return (await limits.consumeAll(takesOf(tried))).length === 0;
}

/** Returns an attempt that turned out to be no wrong code. */
export function restoreCodeAttempt(limits: Limits, tried: CodeTry): Promise<void> {
  return limits.restorePoints(takesOf(tried));
}
