import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits for a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: knowing the table does not let anyone in. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function signature(secret: string, purpose: string, value: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${value}`).digest();
}

/** A link's proof that this shop made it for this purpose and value. */
export function sign(secret: string, purpose: string, value: string): string {
  return signature(secret, purpose, value).toString('base64url');
}

export function isSigned(secret: string, purpose: string, value: string, given: string): boolean {
  const expected = signature(secret, purpose, value);
  const received = Buffer.from(given, 'base64url');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
