import { parse } from 'hono/utils/cookie';

import { newToken, tokenHash } from '#platform/session/token.server.ts';

/** Where `handle` writes the hash of the browser's device cookie down for the library. */
export const deviceHeader = 'x-device-hash';

const maxAgeSeconds = 400 * 24 * 60 * 60;
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const nameOf = (publicUrl: string) => (isSecure(publicUrl) ? '__Host-device' : 'device');

/** The token of a browser's device cookie, or null when it has none that was made here. */
function tokenOf(headers: Headers, publicUrl: string): string | null {
  const name = nameOf(publicUrl);
  const token = parse(headers.get('cookie') ?? '', name)[name] ?? '';
  return tokenForm.test(token) ? token : null;
}

/** The hash of a browser's device cookie; '' for a browser without one. */
export function deviceHashOf(headers: Headers, publicUrl: string): string {
  const token = tokenOf(headers, publicUrl);
  return token === null ? '' : tokenHash(token);
}

export type Device = { hash: string; /** Gives the browser its token; null where it has one. */ cookie: string | null };

/** The browser of a request, named now where it has no name yet. */
export function deviceOf(headers: Headers, publicUrl: string): Device {
  const known = tokenOf(headers, publicUrl);
  if (known !== null) return { hash: tokenHash(known), cookie: null };
  const token = newToken();
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  return { hash: tokenHash(token), cookie: `${nameOf(publicUrl)}=${token}; ${attributes}` };
}
