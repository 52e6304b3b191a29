import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits for a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a token for storage, so that reading the table lets nobody in. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

function signature(secret: string, purpose: string, value: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${value}`).digest();
}

/** Returns a signature for a link: proof that this shop made it for this purpose and value. */
export function sign(secret: string, purpose: string, value: string): string {
  return signature(secret, purpose, value).toString('base64url');
}

const ending = (value: string, endsAt: string) => `${value}.${endsAt}`;

/**
 * Returns `<value>.<end>.<signature>`: until its end, proof that this shop made it for this
 * purpose. The value must not contain a dot.
 */
export function signUntil(secret: string, purpose: string, { value, endsAt }: { value: string; endsAt: Date }): string {
  const end = endsAt.getTime().toString(36);
  return `${ending(value, end)}.${sign(secret, purpose, ending(value, end))}`;
}

type SignedValue = { value: string; hasEnded: boolean };

/**
 * Reads a token of `signUntil` at `now`. Returns null if this shop did not make it for this
 * purpose.
 */
export function readSigned(
  secret: string,
  purpose: string,
  { token, now }: { token: string; now: Date },
): SignedValue | null {
  const [value = '', end = '', signed = ''] = token.split('.');
  const expected = signature(secret, purpose, ending(value, end));
  const received = Buffer.from(signed, 'base64url');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  return { value, hasEnded: Number.parseInt(end, 36) <= now.getTime() };
}
