const external = /^(https:\/\/[^/?#\\][^\\]*|mailto:([^\s@]+@[^\s@]+|\{supportEmail\})|tel:\+?[\d().-]+)$/i;
const maxLength = 2_000;

/** Characters that browsers remove from an address, or that end its attribute. */
// oxlint-disable-next-line no-control-regex -- finds control characters
const unsafe = /[\u0000-\u0020\u007F-\u00A0<>"]/;

/**
 * True for an address within this shop: a path, with or without a query and a fragment. Browsers
 * read `//host` and `/\\host` as another host, and remove tabs and line ends before they do.
 */
export function isLocalAddress(text: string): boolean {
  return text.length <= maxLength && /^\/(?![/\\])[^\\]*$/.test(text) && !unsafe.test(text);
}

/**
 * Returns the address that a link of a rich text may have, without spaces around it: https, mailto,
 * tel, or a path of this shop; `mailto:` may name the fact `{supportEmail}`. Returns null for any
 * other.
 */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  const isExternal = address.length <= maxLength && external.test(address) && !unsafe.test(address);
  return isExternal || isLocalAddress(address) ? address : null;
}
