import type { z } from 'zod';

/** What other systems may hear of, defined by the module whose fact it is and registered in src/app/events.server.ts. */
export type EventKind<Data extends object = object> = {
  /** Stored with each receiver and each message: it never changes. */
  name: string;
  label: string;
  /** What a message of this kind carries. */
  data: z.ZodType<Data>;
  /** About a fact that does not exist. */
  sample: Data;
};

export const endpointStates = ['active', 'disabled'] as const;
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const maxUrl = 2_000;

/** What is wrong with a receiver's address by its spelling alone; a live shop sends its customers' data over TLS only. */
export function urlRefusal(url: string, isLive: boolean) {
  if (url.length > maxUrl || !URL.canParse(url)) return 'not_an_address';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && (protocol !== 'http:' || isLive)) return 'not_https';
  return username === '' && password === '' ? null : 'has_password';
}

/** How long a receiver may take to answer, in ms. */
export const answerWithinMs = 5_000;

const minute = 60;
const hour = 60 * minute;

/** Seconds from each failed try to the next: eleven tries within 24 hours. */
export const pauses = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour];

/** Seconds until the next try after `tries` failed ones, or null when that was the last. */
export function nextPause(tries: number): number | null {
  return pauses[tries - 1] ?? null;
}

/** What came back from a receiver: its status, or why there is none. */
export type Reply = { status: number | null; error: string | null; ms: number };

/** Only 2xx means that the receiver has it: a redirect is not followed. */
export function isTaken({ status }: Pick<Reply, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** A receiver that answers 410 Gone wants nothing more. */
export function isGone({ status }: Pick<Reply, 'status'>): boolean {
  return status === 410;
}

/** A reply in a few words, as the log and the notice say it. */
export function replyText({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return status === null ? (error ?? 'no answer') : `HTTP ${status}`;
}
