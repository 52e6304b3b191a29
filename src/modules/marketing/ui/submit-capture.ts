import { flushSync } from 'react-dom';

import { call } from '#modules/api-client.ts';
import { toast } from '#ui/toast.tsx';

import { busyMs, type DialogTrigger } from '../email-capture.ts';
import { closeCapture, storeCapture } from './capture-store.ts';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Submits an address, taking at least 1.5 s. A success closes the dialog and shows a message.
 * Returns the error message, or null.
 */
export async function submitCapture(trigger: DialogTrigger, email: string): Promise<string | null> {
  const sent = call('POST /capture-email', { email, trigger });
  const [answer] = await Promise.all([sent, pause(busyMs)]);
  if (!answer.ok) return answer.message || 'Something went wrong. Please try again.';
  const discount = answer.body.discount ?? '';
  storeCapture({ email, trigger, timestamp: new Date().toISOString(), discount });
  // Closed at once: a message that moves out of a dialog is not announced.
  flushSync(closeCapture);
  const description =
    trigger === 'sold-out'
      ? `We’ll email your ${discount} code the day it’s back.`
      : `Check your inbox for your exclusive ${discount} discount code.`;
  toast({ title: 'Welcome to the glow club! ✨', description });
  return null;
}
