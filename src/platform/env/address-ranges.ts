import { BlockList, isIP } from 'node:net';

/**
 * Parses ranges such as `173.245.48.0/20` or single addresses. Returns null if one is malformed.
 */
export function addressRanges(ranges: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...more] = range.split('/');
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (more.length > 0 || version === 0 || !(prefix >= 1 && prefix <= longest)) return null;
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
