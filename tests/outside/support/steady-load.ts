import { setTimeout as pause } from 'node:timers/promises';

export type Call = { path: string; method?: string; body?: object; headers?: Record<string, string> };

/** One request and its outcome. Status 0 means no response. */
export type Sample = {
  path: string;
  method: string;
  status: number;
  retryAfter: string | null;
  /** Time of sending, on the clock of `performance.now`. */
  sentAt: number;
  ms: number;
  text: string;
};

const timeoutMs = 20_000;
const shownText = 400;

/** Sends one request as a page of the shop would. */
export async function send(url: string, { path, method = 'GET', body, headers = {} }: Call): Promise<Sample> {
  const sentAt = performance.now();
  const sample = { path, method, sentAt, status: 0, retryAfter: null, text: '' };
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = (await answer.text()).slice(0, shownText);
    const { status } = answer;
    const retryAfter = answer.headers.get('retry-after');
    return { ...sample, status, retryAfter, text, ms: performance.now() - sentAt };
  } catch (error) {
    return { ...sample, text: String(error), ms: performance.now() - sentAt };
  }
}

type Load = { url: string; perSecond: number; calls: readonly Call[]; maxPending?: number };

/** Sends the calls in turn at a steady rate, with at most `maxPending` at once, until stopped. */
export function startLoad({ url, perSecond, calls, maxPending = 300 }: Load) {
  const samples: Sample[] = [];
  const pending = new Set<Promise<void>>();
  const begun = performance.now();
  let sent = 0;
  const ask = async (call: Call) => void samples.push(await send(url, call));
  const next = () => {
    // A late timer makes up for missed calls.
    const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond);
    while (sent < due && pending.size < maxPending) {
      const call = calls[sent % calls.length];
      sent += 1;
      if (call === undefined) return;
      const one: Promise<void> = ask(call).finally(() => pending.delete(one));
      pending.add(one);
    }
  };
  const timer = setInterval(next, Math.min(50, 1_000 / perSecond));
  return {
    samples,
    async stop(): Promise<Sample[]> {
      clearInterval(timer);
      await Promise.all(pending);
      return samples;
    },
  };
}

/** Polls until a condition holds. Returns the milliseconds that took. Throws after `limitMs`. */
export async function untilTrue(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - begun;
    if (performance.now() - begun > limitMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await pause(50);
  }
}
