import type { Limit, Limits } from '#platform/limits/limits.server.ts';

const declines: Limit = { name: 'declines', points: 5, seconds: 600 };

/** Counts a decline of a payment for this cart; false from the fifth in ten minutes on: that looks like card testing. */
export async function takeDecline(limits: Limits, cartId: string): Promise<boolean> {
  await limits.take(declines, cartId);
  return limits.left(declines, cartId);
}

/** Whether a cart may be paid for now: not within ten minutes of five declines. */
export function mayDecline(limits: Limits, cartId: string): Promise<boolean> {
  return limits.left(declines, cartId);
}
