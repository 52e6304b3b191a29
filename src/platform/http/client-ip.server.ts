import { isIP, type BlockList } from 'node:net';

import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** An IPv4 address, or an IPv6 address in brackets, with the port that some proxies append. */
const withPort = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/** An IPv4 address as a dual-stack socket reports it. */
const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i;

/** Proxies that are trusted to name the client's address. */
export type Proxies = {
  /** True when every connection comes from a proxy of this shop (`TRUST_PROXY`). */
  trustProxy: boolean;
  /** Address ranges of further proxies, such as a CDN's edges (`TRUSTED_PROXIES`). */
  trustedProxies: BlockList;
  /** Lowercase name of the header in which the CDN sends the client's address; null for none. */
  clientIpHeader: string | null;
};

/**
 * Removes IPv4 mapping and the port, because the port would make each connection a separate client.
 */
function plainAddress(text: string): string {
  const [, six, four] = withPort.exec(text) ?? [];
  const address = six ?? four ?? text;
  return mapped.exec(address)?.[1] ?? address;
}

function isWithin(ranges: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && ranges.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** True for a connection from a proxy that passes on other clients' requests. */
export function isTrustedProxy(
  remoteAddress: string,
  { trustProxy, trustedProxies }: Pick<Proxies, 'trustProxy' | 'trustedProxies'>,
): boolean {
  return trustProxy || isWithin(trustedProxies, plainAddress(remoteAddress));
}

/**
 * Returns the address of the client. Proxies append the address they see to `X-Forwarded-For`, so
 * the chain is read from its end: past each trusted proxy, up to the first untrusted address.
 * The CDN's own header counts only if the connection came through one of the trusted ranges.
 */
export function clientIp(c: Context, { trustProxy, trustedProxies, clientIpHeader }: Proxies): string {
  // Requests made without a socket (tests, pages calling in) have no connection to inspect.
  const socket = 'incoming' in (c.env ?? {}) ? plainAddress(getConnInfo(c).remote.address ?? 'unknown') : 'local';
  if (!isTrustedProxy(socket, { trustProxy, trustedProxies })) return socket;
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  const chain = hops.filter((hop) => hop !== '').toReversed();
  const first = chain.findIndex((hop) => !isWithin(trustedProxies, hop));
  const passedCdn = isWithin(trustedProxies, socket) || first > 0 || (first === -1 && chain.length > 0);
  if (passedCdn && clientIpHeader !== null) {
    const named = plainAddress((c.req.header(clientIpHeader) ?? '').trim());
    if (isIP(named) !== 0) return named;
  }
  return chain[first] ?? chain.at(-1) ?? socket;
}
