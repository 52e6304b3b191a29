import type { Db } from '#platform/db/database.server.ts';

import type { Buyer } from './orders.queries.server.ts';
import { existsPaid, listPurchases } from './sales.queries.server.ts';
import { purchaseRegion, purchaseWindow, timeSince } from './sales.ts';

/**
 * True when an account bought the product and was not refunded in full. Orders by email count once
 * it is verified.
 */
export function hasBought(db: Db, productId: string, { id, email, emailVerified }: Buyer): Promise<boolean> {
  return existsPaid(db, productId, { customerId: id, email: emailVerified ? email.toLowerCase() : null });
}

const shownPurchases = 4;

/**
 * Returns at most 4 paid orders of the last 7 days, none younger than 30 minutes. They tell where
 * and roughly when, never who.
 */
export async function listRecentPurchases(db: Db, now: Date, productInSentence: string) {
  const found = await listPurchases(db, { ...purchaseWindow(now), limit: shownPurchases });
  return found.map(({ placedAt, shippingAddress }, index) => ({
    id: `purchase-${index + 1}`,
    name: 'Someone',
    location: purchaseRegion(shippingAddress),
    action: `bought ${productInSentence}`,
    timestamp: timeSince(placedAt, now),
    verified: true,
  }));
}
