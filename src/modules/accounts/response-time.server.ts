import { setTimeout as pause } from 'node:timers/promises';

/**
 * Responses that could disclose whether an account exists leave at multiples of this interval, in
 * ms.
 */
const evenMs = 250;

const always = new Set(['/sign-up/email', '/request-password-reset', '/send-verification-email']);

/** True when the duration of this response could disclose whether an account exists. */
function tells(path: string, status: number): boolean {
  return always.has(path) || (path === '/sign-in/email' && status >= 400);
}

/** Delays such a response until the next multiple of `evenMs` since the call started. */
export async function evenOut(path: string, begunMs: number, status: number): Promise<void> {
  if (tells(path, status)) await pause(evenMs - ((performance.now() - begunMs) % evenMs));
}
