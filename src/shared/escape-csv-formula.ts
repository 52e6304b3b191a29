/** Start of a text that a spreadsheet would run as a formula, as csv-stringify defines it. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Phone number with a country code and at least 7 digits. A match cannot name a function or close
 * quotation marks.
 */
const phoneNumber = /^\+(?=(?:\D*\d){7})[\d (][\d .()/-]*(?: ?x\d{1,7})?$/;

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';

/** Texts that a spreadsheet reads as a number, a day or a month. */
const readAsValue = [
  /^\d+$/,
  /^\d+e\d+$/i,
  /^\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?$/,
  new RegExp(`^${month}[ .-]?\\d{1,4}$`, 'i'),
  new RegExp(`^\\d{1,2}[ .-]?${month}$`, 'i'),
];

/** True for a phone number that starts with a plus, which is no formula. */
export const isPhoneNumber = (text: string) => phoneNumber.test(text);

/**
 * True for a text that a spreadsheet would change: it drops leading zeros, rounds long numbers and
 * turns codes into dates. A match needs no quoting within `="…"`.
 */
export const isSpoiled = (text: string) => isPhoneNumber(text) || readAsValue.some((form) => form.test(text));

/**
 * Prefixes an apostrophe to a text that a spreadsheet would run as a formula. Not for amounts: a
 * negative one starts with a minus.
 */
export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text);
