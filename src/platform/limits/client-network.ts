import { isIPv6 } from 'node:net';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function ipv6Groups(ip: string): string[] {
  const plain = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  if (tail === undefined) return groupsOf(head);
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/**
 * Returns the network that counts as one client: an IPv4 address itself, or the /64 of an IPv6 one.
 * Other text is unchanged.
 */
export function networkOf(ip: string): string {
  const mapped = mappedIpv4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(ip) ? `${ipv6Groups(ip).slice(0, 4).join(':')}::/64` : ip;
}
