/** Whether the database can store a text, in a column or within JSON: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The first `max` characters of a text; a sign of two characters is not cut in half, which could not be stored. */
export const cut = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

// oxlint-disable-next-line no-control-regex -- NUL is one of them
const unseen = /[\0\p{Cs}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text without what cannot be seen and is pasted along: zero-width spaces, marks that turn the direction of what follows, and what
 * cannot be stored. What joins letters and emoji stays.
 */
export const visible = (text: string) => text.replaceAll(unseen, '');

/** Whether a text shows nothing: it has no letter, digit or sign. */
export const isBlank = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const control = /[\u0000-\u001f\u007f]+/g;

/** The same as one line, without control characters. */
export const oneLine = (text: string) => visible(text).replaceAll(control, ' ').trim();
