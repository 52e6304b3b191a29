import { isIP } from 'node:net';

import { networkOf } from '#platform/limits/client-network.ts';

/**
 * Returns the network that an address is stored as: the /24 for IPv4, the /48 for IPv6, '' if there
 * is none.
 */
export function sourceOf(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** Returns the full address for events that a firewall can act on, or '' if there is none. */
export function addressOf(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return network;
  return isIP(ip) === 6 ? ip.toLowerCase() : '';
}
