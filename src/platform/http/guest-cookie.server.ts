import type { Context } from 'hono';

import type { Settings } from '../env/settings.server.ts';
import { newToken } from '../session/token.server.ts';
import { tokenCookie } from './token-cookie.server.ts';
import type { ShopEnv, Visitor } from './visitor.server.ts';

type CookieSettings = Pick<Settings, 'publicUrl'>;

const cookie = tokenCookie('cart', 90);

/** The guest's cart token, or null when the cookie is absent or was not made here. */
export const cartTokenOf = (c: Context, { publicUrl }: CookieSettings) => cookie.read(c.req.raw.headers, publicUrl);

/** The header that gives a browser its cart token. */
export const cartCookie = ({ publicUrl }: CookieSettings, token: string) => cookie.headerOf(token, publicUrl);

/** The visitor with a cart identity: a guest without one gets a cookie in this answer. */
export function ensureCartToken(c: Context<ShopEnv>, settings: CookieSettings): Visitor {
  const visitor = c.get('visitor');
  if (visitor.user !== null || visitor.cartToken !== null) return visitor;
  const token = newToken();
  c.header('Set-Cookie', cartCookie(settings, token), { append: true });
  const identified = { ...visitor, cartToken: token };
  c.set('visitor', identified);
  return identified;
}
