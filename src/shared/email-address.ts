/**
 * Maximum length of an address and of the part before its @ that mail servers deliver to, in
 * characters.
 */
const maxLength = { address: 254, local: 64 };

const form =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i;

/** Message for an address that the shop cannot write to. */
export const emailSentence = 'Enter a complete email address, for example name@example.com';

/**
 * True when a trimmed text is an email address that any mail server delivers to: ASCII, unquoted,
 * with a domain.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= maxLength.address && text.indexOf('@') <= maxLength.local && form.test(text);
}
