import { normalizeIdentifier } from '#shared/identifier.ts';

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Returns the shop's prefix, a hyphen and 8 characters without look-alikes. Needs at least 8
 * random bytes. There are 32^8 numbers, and none reveals another.
 */
export function orderNumber(prefix: string, random: Uint8Array): string {
  return `${prefix}-${Array.from(random.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

/**
 * Letters of the alphabet by look-alike: digits and letters that no number contains, and capitals
 * of Cyrillic and Greek.
 */
const lookAlikes = new Map(
  '0Q OQ IL 1L АA ВB ЕE КK МM НH РP СC ТT УY ХX ΑA ΒB ΕE ΖZ ΗH ΚK ΜM ΝN ΡP ΤT ΥY ΧX'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

const gap = '[^A-Z0-9]{0,3}';
const signs = `((?:[A-Z0-9]${gap}){7}[A-Z0-9])`;
const isWord = (form: string) => new RegExp(`(?<![A-Z0-9])${form}(?![A-Z0-9])`);
const withPrefix = (prefix: string) => isWord(`${prefix.split('').join(gap)}${gap}${signs}`);
const withoutPrefix = isWord(`${signs}(?!.*[A-Z0-9])`);
const labels = /(?<![A-Z0-9])(?:YOUR|MY|ORDER|NUMBER|NUM|NO|NR|ID|IS)(?![A-Z0-9])/g;

/** Prefixes of a shop's order numbers: the present one, then earlier ones. */
export type OrderPrefixes = readonly string[];

/** Decodes a part of a pasted link. Other text may have a percent sign of its own. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Finds an order number in typed or pasted text. Accepts any case and script, other separators, a
 * missing prefix, "Order" before it, a sentence or a link around it. A missing prefix is the
 * present one. Returns null if no order could have such a number.
 */
export function orderNumberIn(typed: string, prefixes: OrderPrefixes): string | null {
  const text = normalizeIdentifier(unescaped(typed)).toUpperCase().slice(0, 200);
  const latin = Array.from(text, (sign) => (/[А-ЯΑ-Ω]/.test(sign) ? (lookAlikes.get(sign) ?? sign) : sign)).join('');
  const named = prefixes.find((one) => withPrefix(one).test(latin));
  const found =
    named === undefined ? withoutPrefix.exec(latin.replaceAll(labels, ' ').trim()) : withPrefix(named).exec(latin);
  const code = Array.from((found?.[1] ?? '').replaceAll(/[^A-Z0-9]/g, ''), (sign) => lookAlikes.get(sign) ?? sign);
  const prefix = named ?? prefixes[0];
  return code.length === 8 && prefix !== undefined ? `${prefix}-${code.join('')}` : null;
}
