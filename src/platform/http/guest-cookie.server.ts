import type { Context } from 'hono';

import type { Settings } from '../env/settings.server.ts';
import { newToken } from '../session/token.server.ts';
import { tokenCookie } from './token-cookie.server.ts';
import type { ShopEnv, Visitor } from './visitor.server.ts';

type CookieSettings = Pick<Settings, 'publicUrl'>;

const cookie = tokenCookie('cart', 90);

/** Returns the guest's cart token; null if the cookie is missing or malformed. */
export const cartTokenOf = (c: Context, { publicUrl }: CookieSettings) => cookie.read(c.req.raw.headers, publicUrl);

/** Returns the header that sets the cart cookie. */
export const cartCookie = ({ publicUrl }: CookieSettings, token: string) => cookie.headerOf(token, publicUrl);

/** Returns the visitor with a cart identity. A guest without one gets a cookie in this response. */
export function ensureCartToken(c: Context<ShopEnv>, settings: CookieSettings): Visitor {
  const visitor = c.get('visitor');
  if (visitor.user !== null || visitor.cartToken !== null) return visitor;
  const token = newToken();
  c.header('Set-Cookie', cartCookie(settings, token), { append: true });
  const identified = { ...visitor, cartToken: token };
  c.set('visitor', identified);
  return identified;
}
