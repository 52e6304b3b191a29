/** Whether the database can store a text, in a column or within JSON: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

// Control characters, what nobody sees, and what turns the direction of the text that follows.
// oxlint-disable-next-line no-control-regex -- they are what is removed
const unseen = /[\u0000-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** A text as one line, without them. */
export const oneLine = (text: string) => text.replace(unseen, ' ').trim();
