import { columnsMax, orderInCell } from '#modules/orders/shipment-columns.ts';
import { numberRefusal, trackingNumberIn } from '#modules/orders/shipment.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { copiedRows } from './copied-rows.ts';

/** Max characters of a pasted text. */
const textMax = 50_000;

/** Row of the desk, with the present text of its field. */
export type DeskRow = { order: string; typed: string };

/** Texts by the index of their row, and how many found no row. */
type Pasted = { numbers: ReadonlyMap<number, string>; lost: number };

/** Rows of the desk, and a function that finds the row of an order in a cell; -1 for none. */
type Desk = { rows: readonly DeskRow[]; prefixes: readonly string[]; rowOf: (cell: string) => number };

function deskOf(rows: readonly DeskRow[]): Desk {
  const prefixes = [...new Set(rows.map(({ order }) => order.slice(0, order.lastIndexOf('-'))))];
  const rowOf = (cell: string) => {
    const named = orderInCell(cell, prefixes);
    return named === null ? -1 : rows.findIndex(({ order }) => order === named);
  };
  return { rows, prefixes, rowOf };
}

const nothing = (why: string) => refuse(`Nothing was pasted: ${why}`);
const quoted = (cell: string) => `"${cell.slice(0, 40)}"`;

const isTitle = (cell: string) =>
  !/\d/.test(cell) && /track|number|parcel|shipment|barcode|code|label|carrier|order/i.test(cell);

const isOrder = ({ prefixes, rowOf }: Desk, cell: string) =>
  rowOf(cell) !== -1 || prefixes.some((prefix) => cell.toUpperCase().includes(`${prefix}-`));

/** Returns why a cell is no tracking number, or null. */
function cellProblem(desk: Desk, cell: string): string | null {
  const refusal = numberRefusal(trackingNumberIn(cell));
  if (refusal === 'number_shortened') return `a spreadsheet has shortened ${quoted(cell)}.`;
  return refusal === null && !isOrder(desk, cell) ? null : `${quoted(cell)} is not a tracking number.`;
}

/** Returns the first text of a row that a pasted one would replace, or undefined. */
const replacedText = ({ rows }: Desk, numbers: ReadonlyMap<number, string>) =>
  [...numbers].flatMap(([at, cell]) => {
    const typed = (rows[at]?.typed ?? '').trim();
    return typed === '' || trackingNumberIn(typed) === trackingNumberIn(cell) ? [] : [typed];
  })[0];

type Placed = Result<Pasted, string>;

/** Puts texts into the rows of the desk. Refuses all of them if one is no tracking number. */
function placed(desk: Desk, cells: readonly { at: number; cell: string }[]): Placed {
  const filled = cells.filter(({ cell }) => cell !== '');
  for (const { cell } of filled) {
    const problem = cellProblem(desk, cell);
    if (problem !== null) return nothing(problem);
  }
  const found = filled.filter(({ at }) => at >= 0 && at < desk.rows.length);
  const numbers = new Map(found.map(({ at, cell }) => [at, cell]));
  const twice = found.find(({ at, cell }) => numbers.get(at) !== cell);
  if (twice !== undefined)
    return nothing(`${desk.rows[twice.at]?.order} has more than one number. Import the rows as a file.`);
  const replaced = replacedText(desk, numbers);
  if (replaced !== undefined) return nothing(`${quoted(replaced)} would be replaced. Empty its field first.`);
  return ok({ numbers, lost: filled.length - found.length });
}

/** True if all cells of a column may be tracking numbers: no date, and no other text. */
const isNumberColumn = (cells: readonly string[]) =>
  cells.every(
    (cell, at) =>
      cell === '' ||
      (at === 0 && isTitle(cell)) ||
      (numberRefusal(trackingNumberIn(cell)) !== 'number_unreadable' && !/^\d{1,4}[-/.]\d{1,2}[-/.]/.test(cell)),
  );

/** Places each number in the row of its order, whatever the order of columns and rows. */
function byOrder(desk: Desk, columns: readonly (readonly string[])[]): Placed {
  const [orders, second] = columns.filter((cells) => cells.some((cell) => desk.rowOf(cell) !== -1));
  if (orders === undefined || second !== undefined) return nothing('copy only the column of tracking numbers.');
  const fitting = columns.filter((cells) => cells !== orders && isNumberColumn(cells));
  const titled = fitting.filter(([title = '']) => /track/i.test(title));
  const [numbers, other] = titled.length > 0 ? titled : fitting;
  if (numbers === undefined || other !== undefined)
    return nothing('copy only the columns of orders and tracking numbers.');
  const body = isTitle(numbers[0] ?? '') ? 1 : 0;
  const cells = numbers.map((cell, at) => ({ at: desk.rowOf(orders[at] ?? ''), cell }));
  return placed(desk, cells.slice(body));
}

/**
 * Returns the number for each row of the desk. A single column fills the rows from `start` on.
 * Several columns are placed by their orders. Refuses with a sentence what has no certain row.
 * Returns null for a single cell.
 */
export function pastedNumbers(text: string, rows: readonly DeskRow[], start: number): Placed | null {
  if (text.length > textMax) return nothing('the text is too long.');
  const copied = copiedRows(text);
  const width = Math.min(columnsMax, Math.max(...copied.map((cells) => cells.length)));
  if (copied.length === 1 && width === 1) return null;
  // A sheet is a rectangle with a separator per cell. One wide row above many short ones is none.
  if (copied.length * width > textMax) return nothing('copy only the columns of orders and tracking numbers.');
  const columns = Array.from({ length: width }, (_, at) => copied.map((cells) => cells[at] ?? '')).filter((cells) =>
    cells.some((cell) => cell !== ''),
  );
  const [column] = columns;
  if (column === undefined) return nothing('all cells are empty.');
  if (columns.length > 1) return byOrder(deskOf(rows), columns);
  const numbers = isTitle(column[0] ?? '') ? column.slice(1) : column;
  return placed(
    deskOf(rows),
    numbers.map((cell, at) => ({ at: start + at, cell })),
  );
}
