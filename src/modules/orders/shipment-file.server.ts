import { CsvError, parse } from 'csv-parse/sync';

import { ok, refuse, type Result } from '#shared/result.ts';

import { orderNumberIn, type OrderPrefixes } from './order-number.ts';
import { fileMax, type FileRefusal } from './ship-orders.ts';
import { columnsMax, columnsOf, isDate, orderInCell, type ShopOrders } from './shipment-columns.ts';
import { typedMax } from './shipment.ts';

/** Row with the line on which it ends. */
type Line = { line: number; cells: string[] };

/** Returns the cells of each line that is not empty, by the rules of RFC 4180. */
function linesIn(text: string, delimiter: string): Result<Line[], 'quote_open'> {
  const lines: Line[] = [];
  const form = { delimiter, trim: true, relax_quotes: true, relax_column_count: true } as const;
  try {
    parse(text, {
      ...form,
      skip_records_with_empty_values: true,
      // One line more than the maximum may be titles, and one more shows that there are too many.
      to: fileMax.rows + 2,
      on_record: (cells: string[], { lines: line }) => {
        lines.push({ line, cells: cells.slice(0, columnsMax).map(withoutFormula) });
        return null;
      },
    });
    return ok(lines);
  } catch (error) {
    if (error instanceof CsvError) return refuse('quote_open');
    throw error;
  }
}

/** Returns the text of a cell that a spreadsheet was made to keep as text: `="0123"`. */
const withoutFormula = (cell: string) => /^="(.*)"$/.exec(cell)?.[1] ?? cell;

const separatorOf = (text: string) => {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  return ['\t', ';'].find((one) => first.includes(one)) ?? ',';
};

/** Row of a file. `orderNumber` is null if `typed`, its cell, holds none of this shop's form. */
export type FileRow = {
  line: number;
  typed: string;
  orderNumber: string | null;
  carrierName: string;
  trackingNumber: string;
};

/** Reads the rows of a text: cells separated by commas, semicolons or tabs. */
export function readLines(text: string): Result<Line[], FileRefusal> {
  if (text.length > fileMax.bytes) return refuse('too_large');
  if (text.includes('\0')) return refuse('not_text');
  const plain = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^sep=.\n/i, '');
  return linesIn(plain, separatorOf(plain));
}

/** Max rows that tell the columns of a file. */
const sampleMax = 50;

/** Returns the order numbers that cells of the first rows may hold. */
export const ordersNamed = (lines: readonly Line[], prefixes: OrderPrefixes): string[] =>
  lines.slice(0, sampleMax).flatMap(({ cells }) => cells.flatMap((cell) => orderInCell(cell, prefixes) ?? []));

/**
 * Finds order, carrier and number in the rows of a file, by its titles or by the cells. `carrier`
 * is that of rows without one.
 */
export function shipmentsIn(
  lines: readonly Line[],
  { carrier, ...shop }: ShopOrders & { carrier: string },
): Result<FileRow[], FileRefusal> {
  if (lines.length === 0) return refuse('empty');
  const sample = lines.slice(0, sampleMax).map(({ cells }) => cells);
  const columns = columnsOf(sample, shop);
  if (columns === null) return refuse('columns_unknown');
  const rows = lines.slice(columns.titles);
  if (rows.length === 0) return refuse('empty');
  if (rows.length > fileMax.rows) return refuse('too_many_rows');
  return ok(
    rows.map(({ line, cells }): FileRow => {
      const cell = (at: number) => (cells[at] ?? '').slice(0, typedMax);
      const [typed, named] = [cell(columns.order), cell(columns.carrier)];
      const orderNumber = isDate(typed) ? null : orderNumberIn(typed, shop.prefixes);
      return {
        line,
        typed,
        orderNumber,
        carrierName: named === '' ? carrier : named,
        trackingNumber: cell(columns.number),
      };
    }),
  );
}
