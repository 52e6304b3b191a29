/** Whether the database can store a text, in a column or within JSON: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
