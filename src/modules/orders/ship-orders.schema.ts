import { fileMax, type FileRefusal, type NotToShip } from './ship-orders.ts';

export const shipmentRefusals = {
  unknown_order: 'There is no order with this number.',
  order_twice: 'This order is listed more than once.',
  shipped_already: 'This order was already shipped.',
  cancelled: 'This order is cancelled.',
  held: 'This order is on hold. Release it before you ship it.',
  refunded: 'All money of this order was refunded.',
  unpaid: 'This order is not paid.',
  changed_meanwhile: 'This order was changed in the meantime. Look at it, then send it again.',
  number_missing: 'The tracking number is missing.',
  number_shortened: 'The spreadsheet has shortened this number. Format its column as text and export the file again.',
  number_unreadable: 'A tracking number has 4 to 60 letters and digits.',
  number_twice: 'This tracking number is listed for more than one order.',
  number_used: 'Another order already has this tracking number.',
  carrier_missing: 'Choose a carrier.',
  carrier_unknown: 'This carrier is unknown.',
} as const satisfies Record<NotToShip, string> & Record<string, string>;
export type ShipmentRefusal = keyof typeof shipmentRefusals;

export const fileRefusals: Record<FileRefusal, string> = {
  empty: 'Paste rows or choose a file with at least one row: order, carrier, number.',
  too_large: `The file has more than ${fileMax.bytes / 1024} KB. Split it.`,
  too_many_rows: `The file has more than ${fileMax.rows.toLocaleString('en-US')} rows. Split it.`,
  workbook: 'This is a workbook, not a CSV file. Save it as CSV in your spreadsheet.',
  not_text: 'This is not a text file.',
  quote_open: 'A quotation mark is not closed.',
};
