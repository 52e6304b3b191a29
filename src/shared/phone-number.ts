import { normalizeIdentifier } from './identifier.ts';

/** Minimum and maximum length of a phone number, in characters. */
const phoneLength = { min: 10, max: 20 };

/**
 * Maximum length of a phone field's text. A pasted number may hold spaces and spell out its
 * extension.
 */
export const phoneTextMax = 60;

const scheme = /^tel:\s*/i;
const extension = /(?:ext(?:ension|n)?\.?|x|#)[\s.:=]*(\d{1,7})$/i;

const separators = new Set([' ', ',', ';']);

/** Writes an extension as " x5". Walks back over separators, because a pattern retries each one. */
function withExtension(text: string): string {
  const found = extension.exec(text);
  if (found === null) return text;
  let end = found.index;
  while (separators.has(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)} x${found[1]}`;
}

/**
 * Returns a phone number in its stored form: without invisible characters and the "tel:" of a link,
 * its extension as "x5". A number that is too long loses the separators between its digits; nothing
 * is cut.
 */
export function phoneText(typed: string): string {
  const text = withExtension(normalizeIdentifier(typed).replace(scheme, ''));
  return text.length <= phoneLength.max ? text : text.replaceAll(/[\s()./-]/g, '');
}

const form = /^\+?[\d\s()./-]+(?: ?x\d{1,7})?$/;

/** Message that asks for a phone number that can be called. */
export const phoneSentence =
  'Enter a phone number with its area code, for example 415 555 0132, or with + and its country code';

/**
 * True when a cleaned text has the format of a phone number: 7 to 15 digits and an optional
 * extension. Only the server knows whether such a number can exist (`isPossiblePhoneNumber`).
 */
export function isPhoneNumber(text: string): boolean {
  const { min, max } = phoneLength;
  if (text.length < min || text.length > max) return false;
  const digits = (text.split('x', 1)[0] ?? '').replaceAll(/\D/g, '').length;
  return form.test(text) && digits >= 7 && digits <= 15;
}
