import { nonEmptyLines } from './form-values.ts';
import { ok, refuse, type Result } from './result.ts';

/** Maximum number of rows of one bulk action on a list. A page lists fewer. */
export const bulkMax = 50;

/** Row that a bulk action did not change, with the reason. */
export type RefusedRow<R extends string = string> = {
  id: string;
  name: string;
  /** Text that was sent about the row, if it is not the same for all. */
  detail?: string;
  reason: R;
  sentence: string;
  /** Question that, once confirmed, makes the change. */
  question?: string | undefined;
};

/** Ids of the changed rows and of those that needed no change, and the refused rows. */
export type BulkResult<R extends string = string> = { changed: string[]; same: string[]; refused: RefusedRow<R>[] };

export type BulkRefusal = 'no_rows' | 'too_many_rows';

/** Id of a row, and whether it was changed; or the refusal. */
type RowOutcome<R extends string> = { id: string; isChanged: boolean } | RefusedRow<R>;

/**
 * Acts on each row in turn. A refused row does not stop the others. Acts on none if there are more
 * than `max`.
 */
export async function bulkAction<Row, R extends string>(
  rows: readonly Row[],
  act: (row: Row) => Promise<RowOutcome<R>>,
  max = bulkMax,
): Promise<Result<BulkResult<R>, BulkRefusal>> {
  if (rows.length === 0) return refuse('no_rows');
  if (rows.length > max) return refuse('too_many_rows');
  const result: BulkResult<R> = { changed: [], same: [], refused: [] };
  for (const row of rows) {
    const outcome = await act(row);
    if ('reason' in outcome) result.refused.push(outcome);
    else (outcome.isChanged ? result.changed : result.same).push(outcome.id);
  }
  return ok(result);
}

/** Returns the result of a bulk action on a single row. */
export function onlyRow<R extends string>(result: Result<BulkResult<R>, BulkRefusal>): Result<null, R> {
  if (!result.ok) throw new Error(result.reason);
  const [row] = result.value.refused;
  return row === undefined ? ok(null) : refuse(row.reason);
}

/** Name of a row that does not exist any more. */
export const deletedName = (noun: string, id: string) => `Deleted ${noun} ${id.slice(0, 8).toUpperCase()}`;

/** Selected row of a list. `seen` is the state or version that the page showed. */
export type ChosenRow = { id: string; seen: string };

/** Reads the selected rows, each as 'id' or 'id:seen'. A row sent twice counts once. */
export function chosenRowsIn(lines: string): ChosenRow[] {
  const rows = nonEmptyLines(lines).flatMap((line): [string, ChosenRow][] => {
    const [, id, seen = ''] = /^([\w-]{1,40})(?::(\w{1,20}))?$/.exec(line) ?? [];
    return id === undefined ? [] : [[id, { id, seen }]];
  });
  return [...new Map(rows).values()];
}
