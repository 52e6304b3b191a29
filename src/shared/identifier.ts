/** Characters that show nothing or stand for a missing glyph: formatting, fillers, private use, halves of a pair, U+FFFC and U+FFFD. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffc\ufffd]/gu;
// Without \p{Cc}: a tab or a line end separates two words.
// oxlint-disable-next-line no-control-regex -- control characters are what is replaced
const gaps = /[\p{White_Space}\u0000-\u001f\u007f-\u009f]+/gu;
const digit = /\p{Nd}/u;

/** The value of a decimal digit: every script has its ten in one run that begins with zero. */
function latinDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

const compatible = (text: string) => text.replaceAll(unseen, '').normalize('NFKC').replaceAll(unseen, '');

/**
 * Cleans a text that identifies something: an email address, a phone number, a postal code, a code, an order or tracking number, a
 * state. Drops what cannot be seen, and writes wide letters, dashes, spaces and digits of any script as a US keyboard does.
 */
export function identifier(typed: string): string {
  return compatible(typed)
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll(/[^\P{Nd}0-9]/gu, latinDigit)
    .replaceAll(gaps, ' ')
    .normalize('NFC')
    .trim();
}

/** The same without any space: for what has none, such as a code of an authenticator. */
export const solidIdentifier = (typed: string) => identifier(typed).replaceAll(' ', '');
