import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { refuse, type Result } from '#shared/result.ts';

import { codeRefusals } from './discounts.schema.ts';

const perCheckout: Limit = { name: 'wrong-codes-checkout', points: 3, seconds: 900 };
const perAddress: Limit = { name: 'wrong-codes-address', points: 100, seconds: 3_600 };

/** Seconds until this shopper may try another code. 0 if they may try now. */
export async function secondsToNextTry(limits: Limits, { shopperKey, ip }: Omit<CodeTry, 'isIssued'>): Promise<number> {
  return Math.max(
    await limits.secondsUntilAvailable(perCheckout, shopperKey),
    await limits.secondsUntilAvailable(perAddress, ip),
  );
}

/**
 * `shopperKey` is the cart id, or the visitor's key if there is no cart yet. `isIssued` resolves to
 * true if the shop issued the code to this cart or by email, which is then no guess. It is only
 * called if the code would be refused.
 */
export type CodeTry = { shopperKey: string; ip: string; isIssued: () => Promise<boolean> };

/**
 * Runs `attempt`, which looks up a typed code. Every code lookup goes through here.
 * Refuses `too_many_attempts` after 3 wrong codes per checkout in 15 minutes or 100 per address in
 * an hour. Points are taken before the lookup, so that concurrent guesses count too. A valid code
 * costs nothing, and a code issued to the cart is never refused here.
 */
export async function countedCodeAttempt<T, R extends string>(
  limits: Limits,
  { shopperKey, ip, isIssued }: CodeTry,
  attempt: () => Promise<Result<T, R>>,
): Promise<Result<T, R | 'too_many_attempts'>> {
  const takes = [
    { limit: perCheckout, key: shopperKey },
    { limit: perAddress, key: ip },
  ];
  if ((await limits.consumeAll(takes)).length > 0) return (await isIssued()) ? attempt() : refuse('too_many_attempts');
  const tried = await attempt();
  const isOfCode = !tried.ok && tried.reason in codeRefusals;
  if (isOfCode && !(await isIssued())) return tried;
  await limits.restorePoints(takes);
  return tried;
}
