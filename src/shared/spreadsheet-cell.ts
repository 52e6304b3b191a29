/** Start of a text that a spreadsheet would run as a formula, as csv-stringify defines it. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Prefixes an apostrophe to a text that a spreadsheet would run as a formula. Not for amounts: a
 * negative one starts with a minus.
 */
export const disarmed = (text: string) => (formula.test(text) ? `'${text}` : text);
