import { createHmac, timingSafeEqual } from 'node:crypto';

import { parse } from 'hono/utils/cookie';

/** Name and secret of a cookie that a library signs with HMAC-SHA-256 as `<value>.<signature>`. */
type SignedCookie = { name: string; secret: string };

/** Returns the value of a signed cookie. Null if it is missing or signed with another secret. */
export function signedValue(headers: Headers, { name, secret }: SignedCookie): string | null {
  const whole = parse(headers.get('cookie') ?? '', name)[name] ?? '';
  const end = whole.lastIndexOf('.');
  if (end < 1) return null;
  const value = whole.slice(0, end);
  const signature = Buffer.from(whole.slice(end + 1), 'base64');
  const expected = createHmac('sha256', secret).update(value).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? value : null;
}
