import Stripe from 'stripe';

import type { Settings } from '#platform/env/settings.server.ts';

const apiVersion = '2026-10-28.endive';

function endpointOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  return {
    host: hostname,
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    ...(port === '' ? {} : { port }),
  };
}

/** The official SDK: 8 s for an answer, two more tries; `fetcher` puts another service in the provider's place. */
export function stripeClient(
  settings: Pick<Settings, 'stripeSecretKey' | 'stripeApiUrl'>,
  fetcher?: typeof fetch,
): Stripe {
  return new Stripe(settings.stripeSecretKey ?? 'sk_test_sandbox', {
    apiVersion,
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...endpointOf(settings.stripeApiUrl),
    ...(fetcher === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(fetcher) }),
  });
}
