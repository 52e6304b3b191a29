import { hostedTaxSentence } from '#modules/checkout/buy-now-tax.ts';
import { collectionText, openQuestion, type Collection } from '#modules/tax/tax-collection.ts';
import { isLoopback } from '#platform/env/environment.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { fine, problem, warning, type Finding } from './finding.ts';

const neededNode = 24;

/** Checks the Node version. `version` has Node's form, `v24.21.0`. */
export function nodeFinding(version: string): Finding {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (major === neededNode) return fine(`Node ${version.slice(1)}.`);
  return problem(
    `Running on Node ${version.slice(1)}, but the shop needs Node ${neededNode}. Start it with npm start.`,
  );
}

/** Checks that customers can open the URL that mails and links contain. */
export function publicUrlFinding({ publicUrl, shopMode }: Pick<Settings, 'publicUrl' | 'shopMode'>): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (shopMode === 'demo') return fine(`The shop’s address is ${publicUrl}.`);
  if (isLoopback(hostname))
    return problem(
      'The shop’s address points to this machine. Choose it under Settings > Connections, or set PUBLIC_URL.',
    );
  if (protocol !== 'https:')
    return problem('The shop’s address doesn’t use https. Put a TLS proxy in front of the shop.');
  return fine(`The shop’s address is ${publicUrl}.`);
}

type ProxySettings = Pick<Settings, 'shopMode' | 'trustProxy' | 'host'>;

/** Checks that rate limits can distinguish visitors. */
export function proxyFinding({ shopMode, trustProxy, host }: ProxySettings): Finding {
  if (trustProxy) return fine('The proxy identifies visitor IP addresses (TRUST_PROXY).');
  if (shopMode === 'live' && /^(127\.|localhost|::1)/.test(host)) {
    return warning('Behind a proxy, all visitors share one IP address and its rate limits. Set TRUST_PROXY=true.');
  }
  return fine('Visitors are identified by their own IP addresses.');
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
      `The last ${addresses.length} checkouts all came from ${distinct.join(', ')}. Visitors share the rate limits of a proxy or CDN. Set TRUST_PROXY, and set TRUSTED_PROXIES to the CDN’s ranges.`,
    ),
  ];
}

/** Checks that "Buy now" charges the tax that is added to prices. */
export function buyNowFinding({ buyNow }: Pick<Settings, 'buyNow'>): Finding {
  return buyNow === 'hosted' ? warning(hostedTaxSentence) : fine('Buy now charges tax in the shop’s own checkout.');
}

/** Checks that the owner has said where the shop collects tax. */
export function collectionFinding(collection: Collection, settings: Pick<Settings, 'shopMode'>): Finding {
  if (collection !== null) return fine(`Tax is collected: ${collectionText(collection)}.`);
  if (settings.shopMode === 'demo') return fine('Tax is collected everywhere, as in every demo.');
  return warning(`Where do you collect sales tax? ${openQuestion(settings)} Answer on the page Taxes of the admin.`);
}

const MB = 1024 * 1024;

/** Checks the free disk space, in bytes. */
export function diskFinding(freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / MB).toLocaleString('en-US')} MB free`;
  if (freeBytes < 200 * MB) return problem(`${free}. Free up disk space now, or the shop will stop saving data.`);
  return freeBytes < 2_000 * MB ? warning(`${free}. Free up disk space soon.`) : fine(`${free}.`);
}

/** Checks the clock difference between this machine and the database, in ms. */
export function clockFinding(skewMs: number): Finding {
  const seconds = Math.abs(skewMs) / 1_000;
  const differ = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} s`;
  if (seconds > 30) return problem(`${differ}. Authenticator codes will fail. Turn on NTP.`);
  return seconds > 2
    ? warning(`${differ}. Turn on NTP.`)
    : fine('The clocks of this machine and of the database agree.');
}
