import { stringify } from 'csv-stringify/sync';

import { decimals, type Cents } from '#shared/money.ts';
import { sheetMoment } from '#shared/shop-time.ts';
import { escapeFormula, isPhoneNumber, isSpoiled } from '#shared/escape-csv-formula.ts';

/**
 * Column of a CSV file. Money is in cents. A date is a moment, shown in the shop's time zone, or
 * the text of a day, a month or an ISO time.
 */
export type CsvColumn<Row> = { title: string } & (
  | { kind: 'text'; value: (row: Row) => string | null | undefined }
  | { kind: 'money'; value: (row: Row) => Cents }
  | { kind: 'date'; value: (row: Row) => Date | string | null }
  | { kind: 'number'; value: (row: Row) => number }
);

/**
 * Reader of the file. A program takes each cell as text. A spreadsheet gets `="02139"` for texts
 * that it would turn into numbers or dates.
 */
export type CsvReader = 'program' | 'spreadsheet';

function textCell(text: string, reader: CsvReader): string {
  if (reader === 'spreadsheet' && isSpoiled(text)) return `="${text}"`;
  return isPhoneNumber(text) ? text : escapeFormula(text);
}

function cellOf<Row>(column: CsvColumn<Row>, row: Row, reader: CsvReader): string {
  switch (column.kind) {
    case 'money':
      return decimals(column.value(row));
    case 'number':
      return String(column.value(row));
    case 'date': {
      const value = column.value(row);
      return value instanceof Date ? sheetMoment(value) : escapeFormula(value ?? '');
    }
    case 'text':
      return textCell(column.value(row) ?? '', reader);
  }
}

// Without `quote_record_delimiter`, texts with a lone line break are left unquoted.
const linesOf = (rows: string[][]) => stringify(rows, { record_delimiter: 'windows', quote_record_delimiter: true });

/** Lines of a CSV file. Only this file constructs them, so that all files have one dialect. */
class Csv implements AsyncIterable<string> {
  readonly #lines: () => AsyncIterable<string>;

  constructor(lines: () => AsyncIterable<string>) {
    this.#lines = lines;
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return this.#lines()[Symbol.asyncIterator]();
  }
}

export type { Csv };

type Rows<Row> = readonly Row[] | AsyncIterable<readonly Row[]>;

/**
 * Returns rows as lines of CSV, titles first. Rows that come in batches are streamed, so that a
 * large shop never has all of them in memory.
 */
export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: Rows<Row>, reader: CsvReader = 'spreadsheet') =>
  new Csv(async function* lines() {
    yield linesOf([columns.map(({ title }) => title)]);
    for await (const batch of Symbol.asyncIterator in rows ? rows : [rows])
      if (batch.length > 0) yield linesOf(batch.map((row) => columns.map((column) => cellOf(column, row, reader))));
  });

/** Joins tables of different columns to one file, with an empty line between them. */
export const csvTables = (tables: readonly Csv[]) =>
  new Csv(async function* lines() {
    for (const [index, table] of tables.entries()) {
      if (index > 0) yield '\r\n';
      yield* table;
    }
  });
