import { stringProperty } from '#shared/read-property.ts';

/** Refusal of a form, a call or the checkout, with messages for its fields. */
export type Refusal = { reason: string; message: string; issues?: Record<string, string> };

/** Refusal with the status to report. 0 if the outcome is unknown. */
type Unsent = Refusal & { status?: number };

export const unreachable: Unsent = {
  status: 0,
  reason: 'unreachable',
  message: 'Can’t reach the shop. Check your connection and try again.',
};

const noAnswer = { ...unreachable, message: 'Can’t reach the shop. Try again in a minute.' };

/** Longest message that is shown, in characters. */
const messageMax = 500;

/**
 * Reads the HTTP answer that refused a form or a call. `body` is its JSON, or undefined if it has
 * none. Its message is empty if the body has none, so that the caller says its own. An answer of a
 * proxy leaves the outcome unknown.
 */
export function refusalOf(status: number, body?: unknown, retryAfter?: string | null): Unsent {
  if (body !== undefined && status !== 502 && status !== 504) {
    const message = stringProperty(body, 'message') || stringProperty(body, 'error');
    return {
      reason: stringProperty(body, 'error') || stringProperty(body, 'code') || 'refused',
      message: message.slice(0, messageMax),
    };
  }
  if (status === 413) {
    return {
      reason: 'too_large',
      message: 'This is too large to send. Shorten the text or choose a smaller file.',
    };
  }
  if (status !== 429) return noAnswer;
  return { reason: 'too_many', message: `Please wait ${Number(retryAfter) || 60} seconds and try again.` };
}
