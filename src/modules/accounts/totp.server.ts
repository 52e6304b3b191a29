import { timingSafeEqual } from 'node:crypto';

import { createOTP } from '@better-auth/utils/otp';

/** Seconds for which an authenticator shows one code. */
const stepSeconds = 30;

/** Returns the code of the current step by the clock of this process. */
export const currentCode = (secret: string): Promise<string> => createOTP(secret, { period: stepSeconds }).totp();

/** Time steps that a phone's clock may be ahead or behind. */
const slack = 1;

/**
 * Returns the time step of a code (RFC 6238), the latest one if two match. Null if the code is not
 * valid at `nowMs`.
 */
export async function matchingStep(secret: string, code: string, nowMs: number): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const typed = Buffer.from(code);
  const otp = createOTP(secret);
  const now = Math.floor(nowMs / (stepSeconds * 1_000));
  for (let step = now + slack; step >= now - slack; step -= 1) {
    if (timingSafeEqual(typed, Buffer.from(await otp.hotp(step)))) return step;
  }
  return null;
}
