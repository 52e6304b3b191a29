/** Keys of the entries of lists. An entry keeps its key while it is edited, moved or restored. */
const keys = new WeakMap<object, string>();
let last = 0;

/**
 * Returns the key of an entry. A text has no identity, so its key is its index. An entry with an
 * upload is always an object.
 */
export function entryKey(entry: unknown, index: number): string {
  if (typeof entry !== 'object' || entry === null) return `at ${index}`;
  const known = keys.get(entry);
  if (known !== undefined) return known;
  last += 1;
  keys.set(entry, `entry ${last}`);
  return `entry ${last}`;
}

/** Returns the edited entry under the key of the one that it replaces. */
function edited<T>(before: unknown, after: T): T {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return after;
  keys.set(after, entryKey(before, 0));
  return after;
}

/** Returns the entries with one of them edited, found by its key wherever it is now. */
export const withEdited = (entries: readonly unknown[], key: string, after: unknown): unknown[] =>
  entries.map((entry, index) => (entryKey(entry, index) === key ? edited(entry, after) : entry));

/** Gives the entries of a merged body the keys of the entries at the same places before. */
export function carryKeys(before: unknown, after: unknown): void {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return;
  if (before === after || (Array.isArray(before) && before.length !== Object.keys(after).length)) return;
  const known = keys.get(before);
  if (known !== undefined) keys.set(after, known);
  for (const [name, inner] of Object.entries(after)) carryKeys(Reflect.get(before, name), inner);
}
