/** Whether the database can store a text, in a column or within JSON: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The first `max` characters of a text; a sign of two characters is not cut in half, which could not be stored. */
export const cut = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/** Joiners, variation selectors and tags show nothing alone but change the letter or emoji beside them. */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- NUL and single joiners are meant
  /[\0\p{Cs}\ufffc]|(?![\u200c\u200d\p{Variation_Selector}\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Drops from a text of words what cannot be seen and is pasted along: soft hyphens, zero-width spaces, direction marks, placeholders
 * of objects, and what cannot be stored. Names, streets and messages keep what joins letters and emoji.
 */
export const visible = (text: string) => text.replaceAll(unseen, '');

/** Whether a text shows nothing: it has no letter, digit or sign. */
export const isBlank = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const control = /[\u0000-\u001f\u007f]+/g;

/** The same as one line, without control characters. */
export const oneLine = (text: string) => visible(text).replaceAll(control, ' ').trim();
