import { timingSafeEqual } from 'node:crypto';

import { createOTP } from '@better-auth/utils/otp';

/** How long an authenticator shows one code, in seconds. */
const stepSeconds = 30;

/** How many steps a phone's clock may be ahead or behind. */
const slack = 1;

/** The six digits that an authenticator shows in a step, counted from 1970 (RFC 6238). */
export function codeAt(secret: string, step: number): Promise<string> {
  return createOTP(secret).hotp(step);
}

/** The step whose code this is, the latest one where two show the same; null for a code that is not shown at `nowMs`. */
export async function stepOf(secret: string, code: string, nowMs: number): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const given = Buffer.from(code);
  const now = Math.floor(nowMs / (stepSeconds * 1_000));
  for (let step = now + slack; step >= now - slack; step -= 1) {
    if (timingSafeEqual(given, Buffer.from(await codeAt(secret, step)))) return step;
  }
  return null;
}
