import { isSigned, sign } from '#platform/session/token.server.ts';

/** Opens one order to whoever has it: `<order id>.<signature>`, as mails carry it. */
export function orderToken(secret: string, orderId: string): string {
  return `${orderId}.${sign(secret, 'order', orderId)}`;
}

/** The order id of a token that this shop signed, or null. */
export function orderIdOf(secret: string, token: string): string | null {
  const [orderId, signature] = token.split('.');
  if (orderId === undefined || signature === undefined) return null;
  return isSigned(secret, 'order', orderId, signature) ? orderId : null;
}
