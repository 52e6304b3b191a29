import { truncate } from './clean-text.ts';

/**
 * Characters without a visible form or for a missing glyph: formatting, fillers, private use, lone
 * surrogates, U+FFFC and U+FFFD.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffc\ufffd]/gu;
// Without \p{Cc}: a tab or a line end separates two words.
// oxlint-disable-next-line no-control-regex -- control characters are what is replaced
const gaps = /[\p{White_Space}\u0000-\u001f\u007f-\u009f]+/gu;
const digit = /\p{Nd}/u;

/**
 * Returns the value of a decimal digit. Every script has its ten digits in one run that starts with
 * zero.
 */
function latinDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Maximum length that is cleaned. Every field that takes an identifying text is shorter. */
const cleanedMax = 1_000;

const compatible = (text: string) =>
  truncate(text, cleanedMax).replaceAll(unseen, '').normalize('NFKC').replaceAll(unseen, '');

/**
 * Cleans an identifying text: an email address, phone number, postal code, code, order or tracking
 * number, or state. Drops invisible characters. Writes wide letters, dashes, spaces and digits of
 * any script as a US keyboard does.
 */
export function normalizeIdentifier(typed: string): string {
  return compatible(typed)
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll(/[^\P{Nd}0-9]/gu, latinDigit)
    .replaceAll(gaps, ' ')
    .normalize('NFC')
    .trim();
}

/** Cleans an identifying text that has no spaces, such as an authenticator code. */
export const normalizeCompactIdentifier = (typed: string) => normalizeIdentifier(typed).replaceAll(' ', '');
