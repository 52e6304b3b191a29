import { readSigned, signUntil } from '#platform/session/token.server.ts';

const purpose = 'order';
const dayMs = 24 * 3_600_000;

/** How long the link of a mail opens its order, in days since the purchase: beyond every return and most parcels. */
const mailedDays = 180;

/** Opens one order, until 180 days after its purchase, to whoever has it: as mails carry it. */
export function orderToken(secret: string, order: { id: string; placedAt: Date }): string {
  const endsAt = new Date(order.placedAt.getTime() + mailedDays * dayMs);
  return signUntil(secret, purpose, { value: order.id, endsAt });
}

/** Opens one order for a day: for a page that shows it. */
export function pageOrderToken(secret: string, orderId: string, now: Date): string {
  return signUntil(secret, purpose, { value: orderId, endsAt: new Date(now.getTime() + dayMs) });
}

/** True when this shop did not sign a token for an order; one that has ended is not forged. */
export function isForgedOrderToken(secret: string, token: string): boolean {
  return readSigned(secret, purpose, { token, now: new Date(0) }) === null;
}

/** The order id of a token that this shop signed and that has not ended, or null. */
export function orderIdOf(secret: string, token: string, now: Date): string | null {
  const signed = readSigned(secret, purpose, { token, now });
  return signed === null || signed.hasEnded ? null : signed.value;
}
