import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage } from 'node:http';

import Stripe from 'stripe';

/** Time budget of all provider calls of one request, in milliseconds, including retries. */
const budgetMs = 7_000;
/** Time limit, in milliseconds, of a call that probes whether the provider is back. */
const probeMs = 2_500;
/** Calls in a row without a response after which the provider counts as down. */
const failuresUntilDown = 5;
const probeEveryMs = 2_000;

const deadlines = new AsyncLocalStorage<number>();

const millisLeft = () => (deadlines.getStore() ?? Infinity) - performance.now();

/**
 * Runs `work` with a deadline for all its provider calls together. Within another budget, the
 * shorter one counts.
 */
export function withDeadline<T>(work: () => Promise<T>, ms = budgetMs): Promise<T> {
  return deadlines.run(Math.min(deadlines.getStore() ?? Infinity, performance.now() + ms), work);
}

/** Runs `work` without a common deadline: each of its many pages has the time of one try. */
export function withoutDeadline<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.run(Infinity, work);
}

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

/** Returns the result of a request, or throws a timeout error after `ms`. */
async function within<T>(ms: number, request: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(Stripe.HttpClient.makeTimeoutError()), ms);
  });
  try {
    return await Promise.race([request, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes of an answer, at most. A page of 100 payment intents has about 400 KB. */
const maxBytes = 20_000_000;

/** Ends a body that is too long. Begins to read it. */
function boundBody(body: IncomingMessage): void {
  let bytes = 0;
  body.on('data', (part: Buffer | string) => {
    bytes += part.length;
    if (bytes > maxBytes) body.destroy(new TypeError('The answer of the payment provider is too long.'));
  });
}

/**
 * True for an object or an error in the provider's format. A response of a proxy is neither,
 * whatever its status.
 */
const isProviderResponse = (json: unknown) =>
  typeof json === 'object' &&
  json !== null &&
  ('error' in json || ('object' in json && typeof json.object === 'string'));

/**
 * Wraps a client so that no try starts after the budget is spent, or outlasts it. The limit covers
 * the whole try: Node's client restarts its timeout with every byte, and does not count connecting.
 */
export function createDeadlineClient(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, data, protocol, timeout) => {
      const limit = Math.min(timeout, Math.floor(millisLeft()));
      if (limit <= 0) throw Stripe.HttpClient.makeTimeoutError();
      const end = performance.now() + limit;
      const response = await within(
        limit,
        client.makeRequest(host, port, path, method, headers, data, protocol, limit),
      );
      const body: unknown = response.getRawResponse();
      if (body instanceof IncomingMessage) {
        // The response may begin after its deadline.
        const left = Math.max(0, end - performance.now());
        const timer = setTimeout(() => body.destroy(Stripe.HttpClient.makeTimeoutError()), left);
        body.once('close', () => clearTimeout(timer));
      }
      const read = response.toJSON.bind(response);
      response.toJSON = async () => {
        if (body instanceof IncomingMessage) boundBody(body);
        // The deadline once more, because a client may not notice that its body was destroyed.
        const json: unknown = await within(Math.max(0, end - performance.now()), read());
        if (!isProviderResponse(json)) throw new TypeError('This is no response of the payment provider.');
        return json;
      };
      return response;
    },
  };
}

function isOutage(error: unknown): boolean {
  // Without a status there was no response, or one that no provider sends.
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) >= 500;
}

const skippedCall = (why: string) => new Stripe.errors.StripeConnectionError({ type: 'api_error', message: why });

export type Guard = <T>(call: () => Promise<T>) => Promise<T>;

/** Passes every call on, for the sandbox. */
export const unguarded: Guard = (call) => call();

/** Fails every call at once, in a live shop whose payment keys are not entered yet. */
export const withoutKeys: Guard = async () => {
  throw skippedCall('The payment keys are missing.');
};

/**
 * Creates a circuit breaker. While the provider is down, calls fail at once, and every two seconds
 * one of them probes whether it is back. `onChange` is called when it goes down and when it is
 * back.
 */
export function createCircuitBreaker(onChange: (isDown: boolean) => void): Guard {
  let failures = 0;
  let nextProbeAt = 0;
  const succeeded = () => {
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
    if (isDown && performance.now() < nextProbeAt) throw skippedCall('The payment provider is down: it was not asked.');
    if (millisLeft() <= 0) throw skippedCall('The time to ask the payment provider is over.');
    if (isDown) nextProbeAt = performance.now() + probeMs + probeEveryMs;
    try {
      const result = await withDeadline(call, isDown ? probeMs : budgetMs);
      succeeded();
      return result;
    } catch (error) {
      if (isOutage(error)) failed();
      else succeeded();
      throw error;
    }
  };
}

/** Returns the same calls, each behind the guard. */
export function withCircuitBreaker<C extends Record<keyof C, (...input: never[]) => Promise<unknown>>>(
  calls: C,
  guard: Guard,
): C {
  const handler: ProxyHandler<C> = {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      return (...input: unknown[]) => guard(async () => Reflect.apply(call, target, input) as unknown);
    },
  };
  return new Proxy(calls, handler);
}

/** Returns an object whose parts are those of the one made last. A changed basis makes another. */
export function remadeOnChange<C extends object>(basis: () => readonly unknown[], make: () => C): C {
  let madeFrom = basis();
  let current = make();
  return new Proxy(current, {
    get(_first, name) {
      const now = basis();
      if (now.some((value, index) => value !== madeFrom[index])) {
        madeFrom = now;
        current = make();
      }
      const part: unknown = Reflect.get(current, name);
      return part;
    },
  });
}
