import { tokenCookie } from '#platform/http/token-cookie.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';

/** Where `handle` writes the hash of the browser's device cookie down for the library. */
export const deviceHeader = 'x-device-hash';

const cookie = tokenCookie('device', 400);

/** The hash of a browser's device cookie; '' for a browser without one. */
export function deviceHashOf(headers: Headers, publicUrl: string): string {
  const token = cookie.read(headers, publicUrl);
  return token === null ? '' : tokenHash(token);
}

/** The browser of a request, named now where it has no name yet: `cookie` gives it its token then. */
export function deviceOf(headers: Headers, publicUrl: string) {
  const known = cookie.read(headers, publicUrl);
  if (known !== null) return { hash: tokenHash(known), cookie: null };
  const token = newToken();
  return { hash: tokenHash(token), cookie: cookie.headerOf(token, publicUrl) };
}
