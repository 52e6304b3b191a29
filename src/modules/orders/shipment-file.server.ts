import { CsvError, parse } from 'csv-parse/sync';

import { ok, refuse, type Result } from '#shared/result.ts';

import { carrierNamed } from './carriers.ts';
import { orderNumberIn, type OrderPrefixes } from './order-number.ts';
import { fileMax, trackingNumberIn, type FileRefusal } from './ship-orders.ts';

/** Returns the text of a file, by its byte order mark in UTF-8 or UTF-16. Reads no large file. */
export function textOfFile(bytes: Uint8Array): Result<string, FileRefusal> {
  if (bytes.length > fileMax.bytes) return refuse('too_large');
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return refuse('workbook');
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? refuse('not_text') : ok(text);
}

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
        lines.push({ line, cells: cells.map(withoutFormula) });
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

type Columns = { order: number; carrier: number; number: number };

/** Returns the columns by the titles in a file's first row; null if that row has no titles. */
function columnsIn(titles: readonly string[]): Columns | null {
  const find = (form: RegExp, not = -1) => titles.findIndex((title, at) => at !== not && form.test(title));
  const order = find(/order|reference/i);
  const number = find(/track|number|barcode/i, order);
  if (order === -1 || number === -1 || titles.some((title) => /\d{4}/.test(title))) return null;
  return { order, number, carrier: find(/carrier|courier|service|provider|company/i) };
}

/** Row of a file as it was read; `orderNumber` and `carrierName` are null if they are unknown. */
export type FileRow = {
  line: number;
  typed: { order: string; carrier: string; number: string };
  orderNumber: string | null;
  carrierName: string | null;
  trackingNumber: string;
};

/**
 * Parses rows of `order, carrier, number`, separated by commas, semicolons or tabs. Titles in the
 * first row may name the columns in any order. `carrier` is that of rows without one.
 */
export function parseShipments(
  text: string,
  { prefixes, carrier }: { prefixes: OrderPrefixes; carrier: string },
): Result<FileRow[], FileRefusal> {
  if (text.length > fileMax.bytes) return refuse('too_large');
  if (text.includes('\0')) return refuse('not_text');
  const plain = text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^sep=.\n/i, '');
  const read = linesIn(plain, separatorOf(plain));
  if (!read.ok) return read;
  const titled = columnsIn(read.value[0]?.cells ?? []);
  const lines = titled === null ? read.value : read.value.slice(1);
  if (lines.length === 0) return refuse('empty');
  if (lines.length > fileMax.rows) return refuse('too_many_rows');
  const rows = lines.map(({ line, cells }): FileRow => {
    const columns =
      titled ?? (cells.length === 2 ? { order: 0, carrier: -1, number: 1 } : { order: 0, carrier: 1, number: 2 });
    const cell = (at: number) => (cells[at] ?? '').slice(0, 200);
    const typed = { order: cell(columns.order), carrier: cell(columns.carrier), number: cell(columns.number) };
    return {
      line,
      typed,
      orderNumber: orderNumberIn(typed.order, prefixes),
      carrierName: carrierNamed(typed.carrier === '' ? carrier : typed.carrier),
      trackingNumber: trackingNumberIn(typed.number.replace(/^'/, '')),
    };
  });
  return ok(rows);
}
