import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an authenticator shows one code, in seconds. */
export const stepSeconds = 30;

/** How many steps a phone's clock may be ahead or behind. */
const slack = 1;

/** The six digits that an authenticator shows in a step, counted from 1970 (RFC 6238). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The step whose code this is, the latest one where two show the same; null for a code that is not shown at `nowMs`. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const given = Buffer.from(code);
  const now = Math.floor(nowMs / (stepSeconds * 1_000));
  for (let step = now + slack; step >= now - slack; step -= 1) {
    if (timingSafeEqual(given, Buffer.from(codeAt(secret, step)))) return step;
  }
  return null;
}
