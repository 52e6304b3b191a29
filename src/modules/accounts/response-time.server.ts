import { setTimeout as pause } from 'node:timers/promises';

/** Answers that could tell whether an account exists leave at whole multiples of this, in ms. */
const evenMs = 250;

const always = new Set(['/sign-up/email', '/request-password-reset', '/send-verification-email']);

/** Whether how long this answer took could tell whether an account exists. */
function tells(path: string, status: number): boolean {
  return always.has(path) || (path === '/sign-in/email' && status >= 400);
}

/** Holds a telling answer back until the next whole multiple of `evenMs` since the call began. */
export async function evenOut(path: string, begunMs: number, status: number): Promise<void> {
  if (tells(path, status)) await pause(evenMs - ((performance.now() - begunMs) % evenMs));
}
