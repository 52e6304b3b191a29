import { setTimeout as pause } from 'node:timers/promises';

import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-key.server.ts';

const limit = (name: string, points: number, seconds: number): Limit => ({ name, points, seconds });

/** An address may be an office or a phone network: its calls are delayed long before they are refused. */
const slowDownMs = 500;

type OpeningCall = 'create-intent' | 'buy-now';

const calm = (call: OpeningCall) => `${call}-address-calm`;

const takesOf = (visitor: Visitor, call: OpeningCall) => [
  { limit: limit(`${call}-minute`, 5, 60), key: visitorKey(visitor) },
  { limit: limit(`${call}-hour`, 20, 3_600), key: visitorKey(visitor) },
  { limit: limit(`${call}-address`, 600, 3_600), key: visitor.ip },
  { limit: { ...limit(calm(call), 60, 3_600), isSoft: true }, key: visitor.ip },
];

/**
 * Whether a visitor may begin a checkout now: 5 a minute and 20 an hour of a visitor, 600 an hour of an address. From the 61st of
 * an address in an hour on, the answer takes half a second longer.
 */
export async function mayOpen(limits: Limits, visitor: Visitor, call: OpeningCall): Promise<boolean> {
  const reached = await limits.takeAll(takesOf(visitor, call));
  if (reached.some((name) => name !== calm(call))) return false;
  if (reached.length > 0) await pause(slowDownMs);
  return true;
}

/** Gives back what `mayOpen` took: the visitor continued a checkout and began none. */
export function giveBackOpening(limits: Limits, visitor: Visitor, call: OpeningCall): Promise<void> {
  return limits.giveBack(takesOf(visitor, call));
}

const declines = limit('declines', 5, 600);

/** Counts a declined payment of this cart; false from the fifth in ten minutes on, which looks like card testing. */
export async function takeDecline(limits: Limits, cartId: string): Promise<boolean> {
  await limits.take(declines, cartId);
  return mayPay(limits, cartId);
}

/** Whether a cart may be paid for now: not within ten minutes of five declines. */
export function mayPay(limits: Limits, cartId: string): Promise<boolean> {
  return limits.left(declines, cartId);
}
