import Stripe from 'stripe';

import type { Settings } from '#platform/env/settings.server.ts';

import { createDeadlineClient, withoutDeadline } from './circuit-breaker.server.ts';

export const apiVersion = '2026-10-28.endive';

function endpointOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  return {
    host: hostname,
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    ...(port === '' ? {} : { port }),
  };
}

/**
 * Creates the client of the official SDK: 5 s per try, two more tries while the budget lasts.
 * `fetcher` replaces the provider with another service.
 */
export function stripeClient(
  settings: Pick<Settings, 'stripeSecretKey' | 'stripeApiUrl'>,
  fetcher?: typeof fetch,
): Stripe {
  // Node's own client uses less than half of the CPU time of the built-in `fetch`.
  const client = fetcher === undefined ? Stripe.createNodeHttpClient() : Stripe.createFetchHttpClient(fetcher);
  // The sandbox runs in this process, on the shop's own database, so it is slow when the shop is.
  const isSandbox = settings.stripeSecretKey === undefined;
  return new Stripe(settings.stripeSecretKey ?? 'sk_test_sandbox', {
    apiVersion,
    timeout: isSandbox ? 8_000 : 5_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...endpointOf(settings.stripeApiUrl),
    httpClient: isSandbox ? client : createDeadlineClient(client),
  });
}

/** Returns the id of a provider's object, which may be expanded. */
export function objectId(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** Returns every object of a list, read page by page. */
export async function listAll<T, R>(list: AsyncIterable<T>, from: (one: T) => R): Promise<R[]> {
  const found: R[] = [];
  for await (const one of list) found.push(from(one));
  return found;
}

type Recent = { created: { gte: number }; limit: number };

/**
 * Returns every object of a list created since a time. There is no common deadline: each of the
 * many pages has the time of one try.
 */
export function listRecent<T, R>(
  list: (query: Recent) => AsyncIterable<T>,
  from: (one: T) => R,
  since: Date,
): Promise<R[]> {
  const query = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
  return withoutDeadline(() => listAll(list(query), from));
}
