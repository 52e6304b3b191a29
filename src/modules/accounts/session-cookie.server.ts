import { createHmac, timingSafeEqual } from 'node:crypto';

import { parse } from 'hono/utils/cookie';

/** Where a library keeps what it signs with HMAC-SHA-256, in the form `<value>.<signature>`. */
type SignedCookie = { name: string; secret: string };

/** What the cookie of a request holds, or null when there is none, or another secret signed it. */
export function signedValue(headers: Headers, { name, secret }: SignedCookie): string | null {
  const whole = parse(headers.get('cookie') ?? '', name)[name] ?? '';
  const end = whole.lastIndexOf('.');
  if (end < 1) return null;
  const value = whole.slice(0, end);
  const given = Buffer.from(whole.slice(end + 1), 'base64');
  const expected = createHmac('sha256', secret).update(value).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}
