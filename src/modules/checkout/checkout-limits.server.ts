import { setTimeout as pause } from 'node:timers/promises';

import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-limits.server.ts';

const limit = (name: string, points: number, seconds: number): Limit => ({ name, points, seconds });

/**
 * Delay, in ms, for busy addresses. An address may be an office or a phone network, so it is
 * delayed long before it is refused.
 */
const slowDownMs = 500;

type OpeningCall = 'create-intent' | 'buy-now';

const throttleName = (call: OpeningCall) => `${call}-address-calm`;

const takesOf = (visitor: Visitor, call: OpeningCall) => [
  { limit: limit(`${call}-minute`, 5, 60), key: visitorKey(visitor) },
  { limit: limit(`${call}-hour`, 20, 3_600), key: visitorKey(visitor) },
  { limit: limit(`${call}-address`, 600, 3_600), key: visitor.ip },
  { limit: { ...limit(throttleName(call), 60, 3_600), isSoft: true }, key: visitor.ip },
];

/**
 * Counts an opening; true if the visitor may begin a checkout now. Limits: 5 a minute and 20 an
 * hour per visitor, 600 an hour per address. From the 61st opening of an address in an hour, the
 * answer is delayed by half a second.
 */
export async function mayOpen(limits: Limits, visitor: Visitor, call: OpeningCall): Promise<boolean> {
  const reached = await limits.takeAll(takesOf(visitor, call));
  if (reached.some((name) => name !== throttleName(call))) return false;
  if (reached.length > 0) await pause(slowDownMs);
  return true;
}

/**
 * Returns what `mayOpen` took because the visitor continued a checkout instead of beginning one.
 */
export function giveBackOpening(limits: Limits, visitor: Visitor, call: OpeningCall): Promise<void> {
  return limits.giveBack(takesOf(visitor, call));
}

const declines = limit('declines', 5, 600);

/**
 * Counts a declined payment of a cart. False from the fifth in ten minutes, which looks like card
 * testing.
 */
export async function takeDecline(limits: Limits, cartId: string): Promise<boolean> {
  await limits.take(declines, cartId);
  return mayPay(limits, cartId);
}

/** True if a cart may be paid now. False within ten minutes of five declines. */
export function mayPay(limits: Limits, cartId: string): Promise<boolean> {
  return limits.left(declines, cartId);
}
