import { carrierNamed } from './carriers.ts';
import { orderNumberIn, type OrderPrefixes } from './order-number.ts';
import { numberRefusal, trackingNumberIn, typedMax } from './shipment.ts';

/** Index of each column; -1 for a file without carriers. */
export type Columns = { order: number; carrier: number; number: number };

/** Orders of this shop, by prefix and, of the first rows, by what is stored. */
export type ShopOrders = { prefixes: OrderPrefixes; known: ReadonlySet<string> };

type Titles = { order: readonly string[]; number: readonly string[]; carrier: readonly string[] };

/**
 * Titles in the exports of shipping programs, in the form of `plainTitle`. Only the entries with a
 * source were compared with it. The others are common names, not verified with the program.
 */
const programs: Record<string, Titles> = {
  // Public programs that read its exports name "Order - Number" and "Shipment - Tracking Number".
  ShipStation: {
    order: ['order number'],
    number: ['shipment tracking number', 'tracking number'],
    carrier: ['shipment carrier', 'carrier name'],
  },
  // https://ups.com/worldshiphelp/WSA/ENU/AppHelp/mergedProjects/CORE/CONNECT/
  // Shipment_Data_Field_Descriptions.htm names "Lead Tracking Number".
  'UPS WorldShip': {
    order: ['package reference', 'reference', 'reference number'],
    number: ['package tracking number', 'tracking number', 'lead tracking number'],
    carrier: [],
  },
  Shippo: { order: ['order number'], number: ['tracking number'], carrier: ['carrier'] },
  'Pirate Ship': { order: ['order id', 'order number'], number: ['tracking number'], carrier: ['carrier'] },
  Easyship: {
    order: ['platform order number', 'order number'],
    number: ['tracking number'],
    carrier: ['courier', 'courier name'],
  },
  Sendcloud: { order: ['order number'], number: ['tracking number'], carrier: ['carrier', 'carrier name'] },
  'Royal Mail Click & Drop': {
    order: ['channel reference', 'order reference'],
    number: ['tracking number'],
    carrier: ['carrier'],
  },
  'Stamps.com': { order: ['order id', 'reference'], number: ['tracking number', 'tracking'], carrier: ['carrier'] },
  DHL: { order: ['shipper reference', 'reference'], number: ['waybill number', 'shipment number'], carrier: [] },
  'FedEx Ship Manager': {
    order: ['customer reference', 'reference'],
    number: ['master tracking number', 'tracking number'],
    carrier: [],
  },
  'Canada Post': {
    order: ['customer reference', 'reference'],
    number: ['tracking number', 'item number'],
    carrier: [],
  },
  'Australia Post': {
    order: ['shipment reference', 'customer reference', 'reference'],
    number: ['article id', 'tracking number', 'consignment id'],
    carrier: [],
  },
};

/** Titles that people write themselves, the most certain first. */
const commonTitles: Titles = {
  order: ['order number', 'order no', 'order name', 'order', 'order id', 'order reference', 'reference', 'name'],
  number: ['tracking number', 'tracking no', 'tracking code', 'tracking id', 'tracking', 'number', 'barcode'],
  carrier: ['carrier', 'carrier name', 'courier', 'courier name', 'shipping carrier', 'tracking company'],
};

const loose = {
  order: /^(?!.*(?:date|track|carrier|zip|phone))/,
  number:
    /^(?!.*(?:date|status|url|link|order|phone|service|event)).*(?:track|number|barcode|label|consignment|waybill)/,
  carrier: /carrier|courier|service|provider|company/,
};

const plainTitle = (title: string) =>
  title
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();

export const isDate = (cell: string) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell);

const hasPrefix = (cell: string, prefixes: OrderPrefixes) =>
  prefixes.some((prefix) => cell.toUpperCase().includes(`${prefix}-`));

/** Returns the order number in a cell, or null. A date or a word of eight letters is none. */
export function orderInCell(cell: string, prefixes: OrderPrefixes): string | null {
  if (isDate(cell)) return null;
  return hasPrefix(cell, prefixes) || /\d/.test(cell) ? orderNumberIn(cell, prefixes) : null;
}

const isCarrier = (cell: string) => carrierNamed(cell) !== null;

/** True for a cell that holds a tracking number, even if a spreadsheet has shortened it. */
function isNumber(cell: string): boolean {
  const refusal = isDate(cell) ? 'number_unreadable' : numberRefusal(trackingNumberIn(cell));
  return refusal !== 'number_unreadable';
}

/** Max cells of a row that are read. Exports of shipping programs have at most about a hundred. */
export const columnsMax = 200;

type Rows = readonly (readonly string[])[];
type Fits = (cell: string) => boolean;

const filledCells = (rows: Rows, at: number) => rows.flatMap((cells) => (cells[at] ?? '').slice(0, typedMax) || []);

/** True for titles: no order, no long number, and at least one word that titles have. */
function isTitles(cells: readonly string[], { prefixes }: ShopOrders): boolean {
  if (cells.some((cell) => /\d{4}/.test(cell) || orderInCell(cell, prefixes) !== null)) return false;
  const word = /order|reference|track|number|barcode|consignment|waybill|carrier|courier/;
  return cells.some((cell) => word.test(plainTitle(cell)));
}

const only = (found: readonly number[]) => (found.length === 1 ? found[0] : undefined);

/**
 * Returns the column with the most orders of this shop: those that are stored, or else those with
 * its prefix or form. Undefined if two columns have as many.
 */
function orderColumnByCells(rows: Rows, width: number, { prefixes, known }: ShopOrders): number | undefined {
  const counts = (fits: (order: string, cell: string) => boolean) =>
    Array.from({ length: width }, (_, at) => {
      const isFit = (cell: string) => {
        const order = orderInCell(cell, prefixes);
        return order !== null && fits(order, cell);
      };
      return filledCells(rows, at).filter(isFit).length;
    });
  const isNamed = (_order: string, cell: string) => hasPrefix(cell, prefixes);
  for (const found of [counts((order) => known.has(order)), counts(isNamed), counts(() => true)]) {
    const most = Math.max(...found);
    if (most > 0) return only(found.flatMap((count, at) => (count === most ? [at] : [])));
  }
  return undefined;
}

/** Returns the columns of a file by the titles in its first row. */
function titledColumns(titles: readonly string[], rows: Rows, shop: ShopOrders): Columns | null {
  const plainTitles = titles.map(plainTitle);
  const named = (names: readonly string[], not: number) =>
    names.flatMap((name) => plainTitles.flatMap((title, at) => (title === name && at !== not ? [at] : [])));
  const fitting = (found: readonly number[], fits: Fits) => found.find((at) => filledCells(rows, at).some(fits));
  const isOrder = (cell: string) => orderInCell(cell, shop.prefixes) !== null;
  const like = (form: RegExp, not: number) =>
    plainTitles.flatMap((title, at) => (at !== not && form.test(title) ? [at] : []));
  const withCells = (found: readonly number[], fits: Fits) => found.filter((at) => filledCells(rows, at).some(fits));

  const program = Object.values(programs).find(
    ({ order, number }) => fitting(named(order, -1), isOrder) !== undefined && named(number, -1).length > 0,
  );
  const lists = [...(program === undefined ? [] : [program]), commonTitles];
  const titled = lists.flatMap(({ order }) => named(order, -1));
  const order =
    orderColumnByCells(rows, titles.length, shop) ??
    fitting(titled, isOrder) ??
    only(withCells(like(loose.order, -1), isOrder)) ??
    titled[0];
  if (order === undefined) return null;
  const numbers = lists.flatMap((one) => named(one.number, order));
  const number = fitting(numbers, isNumber) ?? only(withCells(like(loose.number, order), isNumber)) ?? numbers[0];
  if (number === undefined) return null;
  const carriers = [...lists.flatMap((one) => named(one.carrier, order)), ...like(loose.carrier, order)];
  const free = carriers.filter((at) => at !== number);
  return { order, number, carrier: fitting(free, isCarrier) ?? named(commonTitles.carrier, order)[0] ?? -1 };
}

/** Returns the columns of a file without titles, in any order. */
function untitledColumns(rows: Rows, shop: ShopOrders): Columns | null {
  const width = Math.max(...rows.map((cells) => cells.length));
  const usual: Columns = width === 2 ? { order: 0, carrier: -1, number: 1 } : { order: 0, carrier: 1, number: 2 };
  const order = orderColumnByCells(rows, width, shop);
  if (order === undefined) return usual;
  const others = Array.from({ length: width }, (_, at) => at).filter((at) => at !== order);
  const numbers = others.filter((at) => filledCells(rows, at).some(isNumber));
  const number = numbers.length > 1 && order === usual.order ? usual.number : (numbers[0] ?? usual.number);
  if (numbers.length > 1 && order !== usual.order) return null;
  const free = others.filter((at) => at !== number);
  const carrier = free.find((at) => filledCells(rows, at).some(isCarrier)) ?? only(free) ?? usual.carrier;
  return { order, number, carrier: free.includes(carrier) ? carrier : -1 };
}

/**
 * Returns the columns of a file and how many rows are titles. Null if the columns are not certain.
 */
export function columnsOf(rows: Rows, shop: ShopOrders): (Columns & { titles: 0 | 1 }) | null {
  const [first = [], ...rest] = rows;
  if (isTitles(first, shop)) {
    const found = titledColumns(first, rest, shop);
    return found === null ? null : { ...found, titles: 1 };
  }
  const found = untitledColumns(rows, shop);
  return found === null ? null : { ...found, titles: 0 };
}
