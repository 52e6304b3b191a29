import { identifier } from './identifier.ts';

/** Shortest and longest phone number, in characters. */
const phoneLength = { min: 10, max: 20 };

/** Longest text that a phone field takes: a pasted number may be spread out, and names its extension in words. */
export const phoneTextMax = 60;

const extension = /[\s,;]*(?:ext(?:ension|n)?\.?|x|#)[\s.:]*(\d{1,7})$/i;

/**
 * Returns a phone number as it is stored: without what cannot be seen, its extension as "x5". One that is longer than a stored one
 * loses the signs between its digits; nothing is cut.
 */
export function phoneText(typed: string): string {
  const text = identifier(typed).replace(extension, ' x$1');
  return text.length <= phoneLength.max ? text : text.replaceAll(/[\s()./-]/g, '');
}

const form = /^\+?[\d\s()./-]+(?: ?x\d{1,7})?$/;

/** Asks for a phone number that can be called. */
export const phoneSentence =
  'Enter a phone number with its area code, for example 415 555 0132, or with + and its country code';

/**
 * True when a cleaned text has the form of a phone number: 7 to 15 digits, an extension if any. Whether such a number can exist is
 * known to the server alone (`isCallable`).
 */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/x.*$/, '').replaceAll(/\D/g, '').length;
  const { min, max } = phoneLength;
  return form.test(text) && digits >= 7 && digits <= 15 && text.length >= min && text.length <= max;
}
