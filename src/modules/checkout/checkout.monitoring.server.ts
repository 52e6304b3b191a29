import { desc } from 'drizzle-orm';

import { checkedPayments, otherKeys, type PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';

import type { Db } from '#platform/db/database.server.ts';

import { livePayments, unknownPayments } from './expire-checkouts.server.ts';
import { checkouts } from './tables.server.ts';

const daysBack = 90;
const newestCarts = 20;

/** Returns client addresses of the newest checkouts, at most one per cart. */
export async function newestAddresses(db: Db): Promise<string[]> {
  const newest = await db
    .select({ cartId: checkouts.cartId, ip: checkouts.visitorIp })
    .from(checkouts)
    .orderBy(desc(checkouts.createdAt))
    .limit(5 * newestCarts);
  return [...new Map(newest.map(({ cartId, ip }) => [cartId, ip])).values()].slice(0, newestCarts);
}

export const liveCheck: PaymentCheck = {
  payments: async (db) => (await livePayments(db, checkedPayments)).map(({ name }) => name),
  state: 'problem',
  text: (listed) => `Payments under way are unknown to the provider (${listed}): ${otherKeys}.`,
};

export const endedCheck: PaymentCheck = {
  payments: async (db) =>
    (await unknownPayments(db, new Date(Date.now() - daysBack * 86_400_000))).map(({ name }) => name),
  isUnknown: true,
  state: 'warning',
  text: (listed) =>
    `Payments were given up as unknown to the provider (${listed}): ${otherKeys}; look there whether they were paid.`,
};
