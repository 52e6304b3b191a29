import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage } from 'node:http';

import Stripe from 'stripe';

/** What all calls of one request to the provider, their tries included, may take together. */
const budgetMs = 7_000;
/** What a call may take that finds out whether the provider is back. */
const probeMs = 2_500;
/** So many calls in a row without an answer, and the provider counts as down. */
const failuresUntilDown = 5;
const probeEveryMs = 2_000;

const deadlines = new AsyncLocalStorage<number>();

const millisLeft = () => (deadlines.getStore() ?? Infinity) - performance.now();

/** Runs `work`, all of whose calls to the provider must be answered within `ms` together; within another budget, the shorter one counts. */
export function withinBudget<T>(work: () => Promise<T>, ms = budgetMs): Promise<T> {
  return deadlines.run(Math.min(deadlines.getStore() ?? Infinity, performance.now() + ms), work);
}

/** Runs `work` whose many pages each have the time of one try. */
export function unhurried<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.run(Infinity, work);
}

/** What selects the objects that the provider made in the last `seconds`, in pages of the largest size. */
export const since = (seconds: number) => ({ created: { gte: Math.floor(Date.now() / 1000) - seconds }, limit: 100 });

/** Every object of a list, read page by page. */
export async function allOf<T, R>(list: AsyncIterable<T>, from: (one: T) => R): Promise<R[]> {
  const found: R[] = [];
  for await (const one of list) found.push(from(one));
  return found;
}

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

/** What is asked, if it comes within `ms`. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(Stripe.HttpClient.makeTimeoutError()), ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An object or an error, as the provider names both: what a proxy on the way says is neither, whatever its status. */
const isAnswer = (json: unknown) =>
  typeof json === 'object' &&
  json !== null &&
  ('error' in json || ('object' in json && typeof json.object === 'string'));

/**
 * The same client, which tries nothing after the budget is spent and waits no longer than it lasts. A try has its time in all:
 * Node's client counts it anew with every byte, and not at all while it connects.
 */
export function inBudget(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, data, protocol, timeout) => {
      const limit = Math.min(timeout, Math.floor(millisLeft()));
      if (limit <= 0) throw Stripe.HttpClient.makeTimeoutError();
      const end = performance.now() + limit;
      const answer = await within(limit, client.makeRequest(host, port, path, method, headers, data, protocol, limit));
      const body: unknown = answer.getRawResponse();
      if (body instanceof IncomingMessage) {
        // The answer may begin after its time is over.
        const left = Math.max(0, end - performance.now());
        const timer = setTimeout(() => body.destroy(Stripe.HttpClient.makeTimeoutError()), left);
        body.once('close', () => clearTimeout(timer));
      }
      const read = answer.toJSON.bind(answer);
      answer.toJSON = async () => {
        const json: unknown = await read();
        if (!isAnswer(json)) throw new TypeError('This is no answer of the payment provider.');
        return json;
      };
      return answer;
    },
  };
}

function isOutage(error: unknown): boolean {
  // Without a status nothing was answered, or something that no provider says.
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) >= 500;
}

const notAsked = (why: string) => new Stripe.errors.StripeConnectionError({ type: 'api_error', message: why });

export type Guard = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * A breaker: while the provider is down, calls fail at once, and every two seconds one of them is let through to see whether it is
 * back. `onChange` is told when it goes down and when it is back.
 */
export function createGuard(onChange: (isDown: boolean) => void): Guard {
  let failures = 0;
  let nextProbeAt = 0;
  const answered = () => {
    if (failures >= failuresUntilDown) onChange(false);
    failures = 0;
  };
  const failed = () => {
    failures += 1;
    nextProbeAt = performance.now() + probeEveryMs;
    if (failures === failuresUntilDown) onChange(true);
  };
  return async (call) => {
    const isDown = failures >= failuresUntilDown;
    if (isDown && performance.now() < nextProbeAt) throw notAsked('The payment provider is down: it was not asked.');
    if (millisLeft() <= 0) throw notAsked('The time to ask the payment provider is over.');
    if (isDown) nextProbeAt = performance.now() + probeMs + probeEveryMs;
    try {
      const answer = await withinBudget(call, isDown ? probeMs : budgetMs);
      answered();
      return answer;
    } catch (error) {
      if (isOutage(error)) failed();
      else answered();
      throw error;
    }
  };
}

/** The same calls, each behind the guard. */
export function guarded<C extends Record<keyof C, (...input: never[]) => Promise<unknown>>>(calls: C, guard: Guard): C {
  const handler: ProxyHandler<C> = {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      return (...input: unknown[]) => guard(async () => Reflect.apply(call, target, input) as unknown);
    },
  };
  return new Proxy(calls, handler);
}
