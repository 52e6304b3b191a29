import type { z } from 'zod';

/**
 * An event that webhooks can receive. Its module defines it. `src/app/webhook-events.server.ts`
 * lists it.
 */
export type EventKind<Data extends object = object> = {
  /** Stored with each receiver and message, so it must never change. */
  name: string;
  label: string;
  /** Schema of the message's data. */
  data: z.ZodType<Data>;
  /** Invented data for the documentation. */
  sample: Data;
};

export const endpointStates = ['active', 'disabled'] as const;
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const maxUrl = 2_000;

/**
 * Returns what is wrong with a receiver's URL, or null. Checks only the text. A live shop requires
 * TLS, because messages hold customer data.
 */
export function urlRefusal(url: string, isLive: boolean) {
  if (url.length > maxUrl || !URL.canParse(url)) return 'not_an_address';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && (protocol !== 'http:' || isLive)) return 'not_https';
  return username === '' && password === '' ? null : 'has_password';
}

/** Timeout for a receiver's response, in ms. */
export const answerWithinMs = 5_000;

const minute = 60;
const hour = 60 * minute;

/** Seconds from each failed try to the next. Eleven tries span 24 hours. */
export const retryDelays = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour];

/** Returns the seconds until the next try after `tries` failed ones. Null after the last try. */
export function nextPause(tries: number): number | null {
  return retryDelays[tries - 1] ?? null;
}

/** Outcome of a request to a receiver: its status, or the error. */
export type Reply = { status: number | null; error: string | null; ms: number };

/** True for 2xx. Redirects are not followed, so they count as failures. */
export function isAccepted({ status }: Pick<Reply, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** True for 410 Gone: the receiver wants no more messages. */
export function isGone({ status }: Pick<Reply, 'status'>): boolean {
  return status === 410;
}

/** Returns a reply as short text for the log and the notice. */
export function replyText({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return status === null ? (error ?? 'no response') : `HTTP ${status}`;
}
