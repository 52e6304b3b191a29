/** Longest and shortest of a phone number as it is typed, in characters. */
export const phoneLength = { min: 10, max: 20 };

/** The hyphens and dashes of address books count as the one of the keyboard. */
const form = /^\+?[\d\s()./\u2010-\u2015-]+$/;

/** What is said of a phone number that nobody can be called at. */
export const phoneSentence = 'Enter a phone number with its area code and no extension, for example 415 555 0132';

/** Whether a trimmed text is a phone number: 7 to 15 digits, a + before them if any, and the usual signs between them. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  const { min, max } = phoneLength;
  return form.test(text) && digits >= 7 && digits <= 15 && text.length >= min && text.length <= max;
}
