const allowed =
  /^(https:\/\/[^/?#\\][^\\]*|mailto:([^\s@]+@[^\s@]+|\{supportEmail\})|tel:\+?[\d().-]+|\/(?![/\\])[^\\]*)$/i;

/** Characters that browsers remove from an address, or that end its attribute. */
// oxlint-disable-next-line no-control-regex -- finds control characters
const unsafe = /[\u0000-\u0020\u007F-\u00A0<>"]/;

/**
 * Returns the address that a link of a rich text may have, without spaces around it: https, mailto,
 * tel, or a path of this shop; `mailto:` may name the fact `{supportEmail}`. Returns null for any
 * other.
 */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  return address.length <= 2_000 && allowed.test(address) && !unsafe.test(address) ? address : null;
}
