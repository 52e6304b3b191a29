import type { Visitor } from '../http/visitor.server.ts';
import { tokenHash } from '../session/token.server.ts';

/** What counts as one visitor: the account, the browser's cart cookie, and without either the address. */
export function visitorKey({ user, cartToken, ip }: Visitor): string {
  if (user !== null) return tokenHash(user.id);
  return cartToken === null ? ip : tokenHash(cartToken);
}
