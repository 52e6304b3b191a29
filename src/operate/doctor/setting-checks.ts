import { isLoopback, isWebhookSecret } from '#platform/env/environment.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { fine, problem, warning, type Finding } from './finding.ts';

const neededNode = 24;

/** Checks the Node version. `version` has Node's form, `v24.21.0`. */
export function nodeFinding(version: string): Finding {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (major === neededNode) return fine(`Node ${version.slice(1)}.`);
  return problem(`Node ${version.slice(1)} runs this, the shop needs ${neededNode}: start it with npm start.`);
}

/** Checks that customers can open the URL that mails and links contain. */
export function publicUrlFinding({ publicUrl, shopMode }: Pick<Settings, 'publicUrl' | 'shopMode'>): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (shopMode === 'demo') return fine(`PUBLIC_URL is ${publicUrl}.`);
  if (isLoopback(hostname)) return problem('PUBLIC_URL names this machine: set the address that customers open.');
  if (protocol !== 'https:') return problem('PUBLIC_URL is not https: put a proxy that speaks TLS before the shop.');
  return fine(`PUBLIC_URL is ${publicUrl}.`);
}

type Keys = Pick<Settings, 'stripeSecretKey' | 'stripePublishableKey' | 'stripeWebhookSecrets' | 'shopMode'>;

const kindOf = (key: string) => (key.includes('_live_') ? 'live' : 'test');

/** Checks that the payment keys match each other and the shop's mode. They are never shown. */
export function keysFinding({
  stripeSecretKey,
  stripePublishableKey = '',
  stripeWebhookSecrets,
  shopMode,
}: Keys): Finding {
  if (stripeSecretKey === undefined) return fine('Payments run in the sandbox.');
  const kind = kindOf(stripeSecretKey);
  if (kind !== kindOf(stripePublishableKey)) {
    return problem(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different kinds: use two of test or two of live.',
    );
  }
  if (!stripeWebhookSecrets.every(isWebhookSecret)) {
    return problem('STRIPE_WEBHOOK_SECRET must begin with whsec_: copy the signing secret of the endpoint.');
  }
  if (shopMode === 'live' && kind === 'test') return warning('A live shop has test keys: no real card can pay.');
  return fine(`The payment keys are a pair of ${kind} keys.`);
}

type ProxySettings = Pick<Settings, 'shopMode' | 'trustProxy' | 'host'>;

/** Checks that rate limits can distinguish visitors. */
export function proxyFinding({ shopMode, trustProxy, host }: ProxySettings): Finding {
  if (trustProxy) return fine('Visitors are told apart by what the proxy says (TRUST_PROXY).');
  if (shopMode === 'live' && /^(127\.|localhost|::1)/.test(host)) {
    return warning('Behind a proxy all visitors share one address and its limits: set TRUST_PROXY=true.');
  }
  return fine('Visitors are told apart by their own addresses.');
}

const manyCarts = 20;
/** Max addresses that are reported: the edges of a CDN that pass on most of a shop's visitors. */
const fewAddresses = 3;

/**
 * Reports when the newest checkouts, one client address per cart, all came from few addresses.
 * A demo shop that is tried on its own machine has no other.
 */
export function addressesFinding(addresses: readonly string[], { shopMode }: Pick<Settings, 'shopMode'>): Finding[] {
  const distinct = [...new Set(addresses)];
  if (addresses.length < manyCarts || distinct.length > fewAddresses) return [];
  if (shopMode === 'demo' && distinct.every((one) => /^(127\.|::1$)/.test(one))) return [];
  return [
    problem(
      `The newest ${addresses.length} checkouts all came from ${distinct.join(', ')}: visitors share the rate limits of a proxy or CDN. Set TRUST_PROXY, and TRUSTED_PROXIES to the ranges of the CDN.`,
    ),
  ];
}

const MB = 1024 * 1024;

/** Checks the free disk space, in bytes. */
export function diskFinding(freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / MB).toLocaleString('en-US')} MB are free`;
  if (freeBytes < 200 * MB) return problem(`${free}: make room now, or the shop stops writing.`);
  return freeBytes < 2_000 * MB ? warning(`${free}: make room soon.`) : fine(`${free}.`);
}

/** Checks the clock difference between this machine and the database, in ms. */
export function clockFinding(skewMs: number): Finding {
  const seconds = Math.abs(skewMs) / 1_000;
  const differ = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} s`;
  if (seconds > 30)
    return problem(`${differ}: the shop goes by the database's, but codes of sign-in will be refused; switch NTP on.`);
  return seconds > 2
    ? warning(`${differ}: switch NTP on.`)
    : fine('The clocks of this machine and of the database agree.');
}
