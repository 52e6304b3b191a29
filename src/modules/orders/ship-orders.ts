/** Max number that the tabs of the orders list tell. They show a plus for more. */
export const queueMax = 99;

/** Max orders that the shipping desk lists, ships and prints at once. */
export const deskMax = 100;

/** Max rows and bytes of a file with tracking numbers. */
export const fileMax = { rows: 1_000, bytes: 200 * 1024 };

/** Returns the values that occur more than once. */
export function duplicates(values: readonly (string | null)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) {
    if (value === null || value === '') continue;
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return twice;
}

export type FileRefusal =
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'workbook'
  | 'not_text'
  | 'quote_open'
  | 'columns_unknown';
