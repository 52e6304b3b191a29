import { normalizeIdentifier } from '#shared/identifier.ts';

/** Common email domains. An address at one of them is never questioned. */
const domains = `
  gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.ca yahoo.com.au ymail.com mail.com hotmail.com
  hotmail.co.uk outlook.com live.com live.co.uk msn.com icloud.com me.com mac.com aol.com gmx.com gmx.net
  proton.me protonmail.com fastmail.com zoho.com comcast.net verizon.net att.net sbcglobal.net cox.net
  bellsouth.net charter.net rogers.com shaw.ca sympatico.ca telus.net bell.net btinternet.com sky.com
  virginmedia.com bigpond.com bigpond.net.au optusnet.com.au
`
  .trim()
  .split(/\s+/);
/**
 * Minimum domain length for typo checks. Shorter names are too similar, so only the endings below
 * are checked.
 */
const minDoubtedLength = 8;
const endings: readonly [RegExp, string][] = [
  [/\.(con|cmo|ocm|vom|xom|cim|comm|coom)$/, '.com'],
  [/\.(nett|met|ner)$/, '.net'],
];

/** True if one inserted, missing, wrong or swapped character turns one text into the other. */
export function isWithinOneEdit(typed: string, target: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === target[start]) start += 1;
  const [a, b] = [typed.slice(start), target.slice(start)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped;
}

/**
 * Suggests the address that was probably meant if its domain is one typo away from a well-known
 * one. Null if there is nothing to ask.
 */
export function suggestedAddress(typed: string): string | null {
  const address = normalizeIdentifier(typed);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === '' || domains.includes(domain)) return null;
  const near = domains.find((known) => known.length >= minDoubtedLength && isWithinOneEdit(domain, known));
  const ending = endings.find(([wrong]) => wrong.test(domain));
  const ended = ending === undefined ? null : domain.replace(...ending);
  const target = near ?? ended;
  return target === null ? null : `${address.slice(0, at)}@${target}`;
}
