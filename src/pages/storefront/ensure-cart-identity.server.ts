import { cartCookie } from '#platform/http/guest-cookie.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';
import { newToken } from '#platform/session/token.server.ts';

/**
 * Returns the visitor with a cart identity.
 * For a guest without one, `remember` sets the new cookie on the response.
 */
export function ensureCartIdentity({ ctx, visitor, headers }: PageRequest) {
  if (visitor.user !== null || visitor.cartToken !== null) return { shopper: visitor, remember: () => undefined };
  const cartToken = newToken();
  const remember = () => headers.append('set-cookie', cartCookie(ctx.settings, cartToken));
  return { shopper: { ...visitor, cartToken }, remember };
}
