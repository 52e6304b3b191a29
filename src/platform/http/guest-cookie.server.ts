import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

import type { Settings } from '../env/settings.server.ts';
import { newToken } from '../session/token.server.ts';
import type { ShopEnv, Visitor } from './visitor.server.ts';

type CookieSettings = Pick<Settings, 'publicUrl'>;

const isSecure = (settings: CookieSettings) => settings.publicUrl.startsWith('https:');
const cookieName = (settings: CookieSettings) => (isSecure(settings) ? '__Host-cart' : 'cart');
const ninetyDays = 90 * 24 * 60 * 60;
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The guest's cart token, or null when the cookie is absent or was not made here. */
export function cartTokenOf(c: Context, settings: CookieSettings): string | null {
  const token = getCookie(c, cookieName(settings));
  return token !== undefined && tokenForm.test(token) ? token : null;
}

/** The header that gives a browser its cart token. */
export function cartCookie(settings: CookieSettings, token: string): string {
  const secure = isSecure(settings) ? '; Secure' : '';
  return `${cookieName(settings)}=${token}; Path=/; Max-Age=${ninetyDays}; HttpOnly; SameSite=Lax${secure}`;
}

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
