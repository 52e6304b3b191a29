import { site } from '#content/site.ts';
import { identifier } from '#shared/identifier.ts';

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The brand's prefix, a hyphen and 8 characters without look-alikes, from at least 8 random bytes: 32^8 numbers, none tells of another. */
export function orderNumber(random: Uint8Array): string {
  return `${site.orderPrefix}-${Array.from(random.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

/** Signs that look like one of the alphabet: digits and letters that no number has, and capitals of Cyrillic and Greek. */
const lookAlikes = new Map(
  '0Q OQ IL 1L АA ВB ЕE КK МM НH РP СC ТT УY ХX ΑA ΒB ΕE ΖZ ΗH ΚK ΜM ΝN ΡP ΤT ΥY ΧX'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

const gap = '[^A-Z0-9]{0,3}';
const signs = `((?:[A-Z0-9]${gap}){7}[A-Z0-9])`;
const isWord = (form: string) => new RegExp(`(?<![A-Z0-9])${form}(?![A-Z0-9])`);
const withPrefix = isWord(`${site.orderPrefix.split('').join(gap)}${gap}${signs}`);
const withoutPrefix = isWord(`${signs}(?!.*[A-Z0-9])`);
const labels = /(?<![A-Z0-9])(?:YOUR|MY|ORDER|NUMBER|NUM|NO|NR|ID|IS)(?![A-Z0-9])/g;

/**
 * Finds an order number in a text as people type and paste it: in any case and script, with other separators, without the prefix,
 * after "Order", in a sentence or a link. Null if it holds nothing that an order could have as its number.
 */
export function orderNumberIn(typed: string): string | null {
  const text = identifier(typed).toUpperCase().slice(0, 200);
  const latin = Array.from(text, (sign) => (/[А-ЯΑ-Ω]/.test(sign) ? (lookAlikes.get(sign) ?? sign) : sign)).join('');
  const found = withPrefix.exec(latin)?.[1] ?? withoutPrefix.exec(latin.replaceAll(labels, ' ').trim())?.[1];
  const code = Array.from((found ?? '').replaceAll(/[^A-Z0-9]/g, ''), (sign) => lookAlikes.get(sign) ?? sign);
  return code.length === 8 ? `${site.orderPrefix}-${code.join('')}` : null;
}
