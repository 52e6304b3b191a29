import { statusFacts, statusSentence } from './orders.schema.ts';
import { fileMax, type FileRefusal } from './ship-orders.ts';
import { numberQuestions, type StatusRefusal } from './status-change.ts';

const rowRefusals = {
  order_twice: 'This row repeats an earlier one.',
  number_missing: 'Enter a tracking number.',
} as const;

/** Why a row of a file is not ready: its order is not to be shipped so, or the row itself. */
export type RowRefusal = StatusRefusal | keyof typeof rowRefusals;

const isOfRow = (refusal: RowRefusal): refusal is keyof typeof rowRefusals => refusal in rowRefusals;

/** True for a question that is answered for all rows of a file at once: one about the number. */
export const isRowQuestion = (refusal: RowRefusal | null) => numberQuestions.some((question) => question === refusal);

/** Returns the sentence of a row that is not ready. */
export function rowSentence(refusal: RowRefusal): string {
  if (isOfRow(refusal)) return rowRefusals[refusal];
  return isRowQuestion(refusal) ? statusSentence(refusal) : statusFacts[refusal];
}

export const fileRefusals: Record<FileRefusal, string> = {
  empty: 'Paste rows or choose a file with at least one row: order, carrier, number.',
  too_large: `This file is larger than ${fileMax.bytes / 1024} KB. Split it into smaller files.`,
  too_many_rows: `The file has more than ${fileMax.rows.toLocaleString('en-US')} rows. Split it into smaller files.`,
  workbook: 'This is a spreadsheet workbook. Save it as CSV and try again.',
  not_text: 'This is not a text file.',
  columns_unknown: 'The columns are not certain. Name them order, carrier and number in the first row.',
  quote_open: 'A quotation mark isn’t closed. Fix the file and try again.',
};
