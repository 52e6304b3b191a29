import { identifier } from './identifier.ts';

/** Minimum and maximum length of a phone number, in characters. */
const phoneLength = { min: 10, max: 20 };

/**
 * Maximum length of a phone field's text. A pasted number may hold spaces and spell out its
 * extension.
 */
export const phoneTextMax = 60;

const scheme = /^tel:\s*/i;
const extension = /[\s,;]*(?:ext(?:ension|n)?\.?|x|#)[\s.:=]*(\d{1,7})$/i;

/**
 * Returns a phone number in its stored form: without invisible characters and the "tel:" of a link,
 * its extension as "x5". A number that is too long loses the separators between its digits; nothing
 * is cut.
 */
export function phoneText(typed: string): string {
  const text = identifier(typed).replace(scheme, '').replace(extension, ' x$1');
  return text.length <= phoneLength.max ? text : text.replaceAll(/[\s()./-]/g, '');
}

const form = /^\+?[\d\s()./-]+(?: ?x\d{1,7})?$/;

/** Message that asks for a phone number that can be called. */
export const phoneSentence =
  'Enter a phone number with its area code, for example 415 555 0132, or with + and its country code';

/**
 * True when a cleaned text has the format of a phone number: 7 to 15 digits and an optional
 * extension. Only the server knows whether such a number can exist (`isCallable`).
 */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/x.*$/, '').replaceAll(/\D/g, '').length;
  const { min, max } = phoneLength;
  return form.test(text) && digits >= 7 && digits <= 15 && text.length >= min && text.length <= max;
}
