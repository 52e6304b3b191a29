import { readSigned, signUntil } from '#platform/session/token.server.ts';

const purpose = 'order';
const dayMs = 24 * 3_600_000;

/**
 * Lifetime of the order link in an email, in days since the purchase. It exceeds every return and
 * most deliveries.
 */
const mailedDays = 180;

/**
 * Returns a token that opens one order to anyone who has it, until 180 days after the purchase. For
 * links in emails.
 */
export function orderToken(secret: string, order: { id: string; placedAt: Date }): string {
  const endsAt = new Date(order.placedAt.getTime() + mailedDays * dayMs);
  return signUntil(secret, purpose, { value: order.id, endsAt });
}

/** Returns a token that opens one order for a day, for a page that shows it. */
export function pageOrderToken(secret: string, orderId: string, now: Date): string {
  return signUntil(secret, purpose, { value: orderId, endsAt: new Date(now.getTime() + dayMs) });
}

/** True when this shop did not sign the token for an order. An expired token is not forged. */
export function isForgedOrderToken(secret: string, token: string): boolean {
  return readSigned(secret, purpose, { token, now: new Date(0) }) === null;
}

/** Returns the order id of a token that this shop signed and that has not expired, else null. */
export function orderIdOf(secret: string, token: string, now: Date): string | null {
  const signed = readSigned(secret, purpose, { token, now });
  return signed === null || signed.hasEnded ? null : signed.value;
}
