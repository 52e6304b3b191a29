import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { refuse, type Result } from '#shared/result.ts';

import { codeRefusals } from './discounts.schema.ts';

const perCheckout: Limit = { name: 'wrong-codes-checkout', points: 3, seconds: 900 };
const perAddress: Limit = { name: 'wrong-codes-address', points: 100, seconds: 3_600 };

/** Seconds until this shopper may try another code; 0 while that is now. */
export async function secondsToNextTry(limits: Limits, { checkout, ip }: Omit<CodeTry, 'isIssued'>): Promise<number> {
  return Math.max(await limits.wait(perCheckout, checkout), await limits.wait(perAddress, ip));
}

/**
 * `checkout` is the id of the cart, or the visitor's key where there is no cart yet. `isIssued` tells if the shop issued the code
 * to this very cart: then it is no guess. It is asked only if the code would be refused.
 */
export type CodeTry = { checkout: string; ip: string; isIssued: () => Promise<boolean> };

/**
 * Runs `attempt`, which looks a typed code up: the one way in which a code reaches the shop. Refuses `too_many_attempts` after 3
 * wrong codes of a checkout in 15 minutes or 100 of an address in an hour. The point is taken before the code is looked up, so
 * that guesses sent at once count, too. A code that is right costs nothing, and an issued code is never refused here.
 */
export async function countedCodeAttempt<T, R extends string>(
  limits: Limits,
  { checkout, ip, isIssued }: CodeTry,
  attempt: () => Promise<Result<T, R>>,
): Promise<Result<T, R | 'too_many_attempts'>> {
  const takes = [
    { limit: perCheckout, key: checkout },
    { limit: perAddress, key: ip },
  ];
  if ((await limits.takeAll(takes)).length > 0) return (await isIssued()) ? attempt() : refuse('too_many_attempts');
  const tried = await attempt();
  const isOfCode = !tried.ok && tried.reason in codeRefusals;
  if (isOfCode && !(await isIssued())) return tried;
  await limits.giveBack(takes);
  return tried;
}
