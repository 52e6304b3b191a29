import { tokenCookie } from '#platform/http/token-cookie.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';

/** Header in which `handle` passes the hash of the device cookie to the library. */
export const deviceHeader = 'x-device-hash';

const cookie = tokenCookie('device', 400);

/** Returns the hash of a browser's device cookie, or '' if it has none. */
export function deviceHashOf(headers: Headers, publicUrl: string): string {
  const token = cookie.read(headers, publicUrl);
  return token === null ? '' : tokenHash(token);
}

/**
 * Returns the browser of a request. A browser without a token gets a new one, and `cookie` then
 * sets it.
 */
export function deviceOf(headers: Headers, publicUrl: string) {
  const known = cookie.read(headers, publicUrl);
  if (known !== null) return { hash: tokenHash(known), cookie: null };
  const token = newToken();
  return { hash: tokenHash(token), cookie: cookie.headerOf(token, publicUrl) };
}
