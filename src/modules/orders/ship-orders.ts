import { solidIdentifier } from '#shared/identifier.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { carrierNamed } from './carriers.ts';
import { orderNumberIn, type OrderPrefixes } from './order-number.ts';
import type { OrderView } from './order-record.ts';
import { hasShipped } from './order-status.ts';

/** Max orders that the shipping desk lists, ships and prints at once. */
export const deskMax = 100;

/** Max rows and bytes of a file with tracking numbers. */
export const fileMax = { rows: 1_000, bytes: 200 * 1024 };

/** Order to ship as its admin saw it. Without a tracking number it has no carrier. */
export type Shipment = {
  orderNumber: string;
  version: number;
  carrierName: string | null;
  trackingNumber: string | null;
};

type OrderState = Pick<OrderView, 'status' | 'paymentStatus' | 'holdReason'>;

export type NotToShip = 'shipped_already' | 'cancelled' | 'held' | 'refunded' | 'unpaid';

/** Returns why an order is not to be shipped, or null. */
export function notToShip({ status, paymentStatus, holdReason }: OrderState): NotToShip | null {
  if (hasShipped(status)) return 'shipped_already';
  if (status === 'cancelled') return 'cancelled';
  if (holdReason !== null) return 'held';
  if (paymentStatus === 'refunded') return 'refunded';
  return status === 'pending' || ['pending', 'failed'].includes(paymentStatus) ? 'unpaid' : null;
}

/** USPS barcode with the recipient's ZIP code before the tracking number. */
const withZip = /^420(?:\d{5}|\d{9})(9\d{21})$/;

/** Returns a typed or scanned tracking number without spaces and in capitals. */
export function trackingNumberIn(typed: string): string {
  const number = solidIdentifier(typed).toUpperCase();
  return withZip.exec(number)?.[1] ?? number;
}

/** Returns why a text cannot be a tracking number, or null. */
export function numberRefusal(trackingNumber: string): 'number_shortened' | 'number_unreadable' | null {
  if (/^\d(?:[.,]\d+)?E\+\d+$/.test(trackingNumber)) return 'number_shortened';
  return /^[A-Z0-9][A-Z0-9/._-]{3,59}$/.test(trackingNumber) ? null : 'number_unreadable';
}

/** Returns the values that occur more than once. */
export function repeated(values: readonly (string | null)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) {
    if (value === null || value === '') continue;
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return twice;
}

export type FileRefusal = 'empty' | 'too_large' | 'too_many_rows' | 'workbook' | 'not_text' | 'quote_open';

/** Returns the text of a file, by its byte order mark in UTF-8 or UTF-16. Reads no large file. */
export function textOfFile(bytes: Uint8Array): Result<string, FileRefusal> {
  if (bytes.length > fileMax.bytes) return refuse('too_large');
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return refuse('workbook');
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? refuse('not_text') : ok(text);
}

type Line = { line: number; cells: string[] };

/** Returns the cells of each line that is not empty, by the rules of RFC 4180. */
function linesIn(text: string, separator: string): Result<Line[], 'too_many_rows' | 'quote_open'> {
  const lines: Line[] = [];
  let line = 1;
  let row: Line = { line, cells: [] };
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.cells.push(cell.trim());
    if (row.cells.some((one) => one !== '')) lines.push(row);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)] ?? '';
      else isQuoted = false;
    } else if (sign === '"' && /^\s*=?$/.test(cell)) {
      isQuoted = true;
      cell = '';
    } else if (sign === separator) {
      row.cells.push(cell.trim());
      cell = '';
    } else if (sign === '\n') {
      endRow();
      // The first line may be a header.
      if (lines.length > fileMax.rows + 1) return refuse('too_many_rows');
      row = { line, cells: [] };
    } else cell += sign;
  }
  endRow();
  return isQuoted ? refuse('quote_open') : ok(lines);
}

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
