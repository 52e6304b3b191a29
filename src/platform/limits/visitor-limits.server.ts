import type { Visitor } from '../http/visitor.server.ts';
import { tokenHash } from '../session/token.server.ts';
import type { Limit, Limits } from './limits.server.ts';

/** Returns the key of a visitor: the account, else the browser's cart cookie, else the address. */
export function visitorKey({ user, cartToken, ip }: Visitor): string {
  if (user !== null) return tokenHash(user.id);
  return cartToken === null ? ip : tokenHash(cartToken);
}

/**
 * Takes a point of the visitor and one of the address. The address may be an office or a phone
 * network, so its limit is ten times as high.
 */
export async function consumeVisitorPoint(limits: Limits, limit: Limit, visitor: Visitor): Promise<boolean> {
  const ofAddress = { ...limit, name: `${limit.name}-address`, points: limit.points * 10 };
  const takes = [
    { limit, key: visitorKey(visitor) },
    { limit: ofAddress, key: visitor.ip },
  ];
  return (await limits.consumeAll(takes)).length === 0;
}
