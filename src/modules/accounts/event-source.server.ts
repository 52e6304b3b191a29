import { isIP } from 'node:net';

import { networkOf } from '#platform/limits/network.ts';

/** The network that an address is stored as: 256 addresses of IPv4, of IPv6 the /48; '' where there is none. */
export function sourceOf(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** The whole address, for events that a firewall can act on; '' where there is none. */
export function addressOf(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return network;
  return isIP(ip) === 6 ? ip.toLowerCase() : '';
}
