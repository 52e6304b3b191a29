import { setTimeout as pause } from 'node:timers/promises';

import type { Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { visitorKey } from '#platform/limits/visitor-key.server.ts';

type Way = 'create-intent' | 'buy-now';

const limit = (name: string, points: number, seconds: number): Limit => ({ name, points, seconds });

/** An address may be an office or a phone network: it is slowed down long before it is refused. */
const slowDownMs = 500;

/**
 * Whether a visitor may begin a checkout now: 5 a minute and 20 an hour of a visitor, 600 an hour of an address. From the 61st of
 * an address in an hour on, the answer takes half a second longer.
 */
export async function mayOpen(limits: Limits, visitor: Visitor, way: Way): Promise<boolean> {
  const key = visitorKey(visitor);
  const calm = `${way}-address-calm`;
  const reached = await limits.takeAll([
    { limit: limit(`${way}-minute`, 5, 60), key },
    { limit: limit(`${way}-hour`, 20, 3_600), key },
    { limit: limit(`${way}-address`, 600, 3_600), key: visitor.ip },
    { limit: { ...limit(calm, 60, 3_600), isSoft: true }, key: visitor.ip },
  ]);
  if (reached.some((name) => name !== calm)) return false;
  if (reached.length > 0) await pause(slowDownMs);
  return true;
}
