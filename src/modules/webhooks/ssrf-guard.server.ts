import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export class PrivateAddress extends Error {
  constructor() {
    super('the address is inside a private network');
  }
}

const inside: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const notPublic = new BlockList();
for (const [net, prefix] of inside) notPublic.addSubnet(net, prefix, 'ipv4');
// Teredo, documentation and 6to4 ranges lie within public address space but lead elsewhere.
for (const [net, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  notPublic.addSubnet(net, prefix, 'ipv6');
}
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');

/** True for an IP address of the public internet. */
function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && publicSix.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * Resolves a name, and fails if any of its addresses is not public. The connection uses the checked
 * addresses, so a second lookup cannot differ.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddress(), []);
    const [first] = addresses;
    return options.all === true || first === undefined
      ? callback(null, addresses)
      : callback(null, first.address, first.family);
  });
};

/**
 * True if a URL's host is a private IP address or a local name. Other names are checked when they
 * are looked up.
 */
export function namesPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal') || host.endsWith('.local');
}
