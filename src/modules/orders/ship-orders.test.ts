import fc from 'fast-check';
import { expect, test } from 'vitest';

import { carrierNamed, carrierNames, trackingNumberWarning } from './carriers.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { fileMax, duplicates } from './ship-orders.ts';
import { readLines, shipmentsIn, type FileRow } from './shipment-file.server.ts';
import { shipmentOf } from './shipment.ts';
import { isShippable } from './status-change.ts';

const shop = { prefixes: ['HR'], known: new Set<string>(), carrier: 'USPS' };
const usps = '9400111899223817428490';

function parseShipments(text: string, options = shop) {
  const lines = readLines(text);
  return lines.ok ? shipmentsIn(lines.value, options) : lines;
}

function rowsOf(text: string, options = shop): FileRow[] {
  const parsed = parseShipments(text, options);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

const nothing = { carrierName: null, trackingNumber: null };

/** Returns order, carrier and number of each row as they would be stored. */
const found = (text: string) =>
  rowsOf(text).map(({ orderNumber, ...row }) => {
    const shipment = shipmentOf(row, nothing);
    if (!shipment.ok) return `${orderNumber} ${shipment.reason}`;
    return [orderNumber, shipment.value.carrierName, shipment.value.trackingNumber].join(' ');
  });

const one = `HR-7K3QX9M2 UPS 1Z999AA10123456784`;

test.each([
  ['commas', 'HR-7K3QX9M2,UPS,1Z999AA10123456784'],
  ['semicolons', 'HR-7K3QX9M2;UPS;1Z999AA10123456784'],
  ['tabs', 'HR-7K3QX9M2\tUPS\t1Z999AA10123456784'],
  ['a byte order mark and CRLF', '\ufeffHR-7K3QX9M2,UPS,1Z999AA10123456784\r\n\r\n'],
  ['quotes', '"HR-7K3QX9M2","UPS","1Z999AA10123456784"\n'],
  ['cells that keep zeros in a spreadsheet', '="HR-7K3QX9M2",UPS,="1Z999AA10123456784"'],
  ['an apostrophe that keeps zeros in a spreadsheet', "HR-7K3QX9M2,UPS,'1Z999AA10123456784"],
  ["a spreadsheet's separator line", 'sep=;\nHR-7K3QX9M2;UPS;1Z999AA10123456784'],
  ['a header', 'order,carrier,number\nHR-7K3QX9M2,UPS,1Z999AA10123456784'],
  ['a header in another order', 'Tracking Number,Weight,Order #,Carrier\n1Z999AA10123456784,2,HR-7K3QX9M2,UPS'],
  ['#, lower case and spaces', '#hr-7k3qx9m2, ups , 1z 999 AA1 0123456784'],
  ['a missing prefix', '7K3QX9M2,UPS,1Z999AA10123456784'],
  ['a carrier with its service', 'HR-7K3QX9M2,U.P.S. Ground,1Z999AA10123456784'],
])('a file with %s is read', (_what, text) => {
  expect(found(text)).toEqual([one]);
});

test.each([
  [
    'an order date before the order number',
    'Order Date,Order Number,Carrier,Tracking Number\n2026-11-20,HR-7K3QX9M2,UPS,1Z999AA10123456784',
  ],
  [
    "the buyer's company before the carrier",
    'Company,Order Number,Carrier,Tracking Number\nAcme,HR-7K3QX9M2,UPS,1Z999AA10123456784',
  ],
  [
    'a tracking status before the number',
    'Order Number,Tracking Status,Tracking Number,Carrier\nHR-7K3QX9M2,DELIVERED,1Z999AA10123456784,UPS',
  ],
  [
    'an order ID of the program before our reference',
    'Order ID,Reference,Carrier,Tracking Number\n55,HR-7K3QX9M2,UPS,1Z999AA10123456784',
  ],
  [
    'the titles of ShipStation',
    'Order - Number,Date - Ship date,Carrier - Name,Shipment - Tracking Number\nHR-7K3QX9M2,11/20/2026,UPS,1Z999AA10123456784',
  ],
  ['titles without spaces', 'ShipDate,OrderNumber,TrackingNumber,Carrier\n20261120,HR-7K3QX9M2,1Z999AA10123456784,UPS'],
  [
    'titles and an invoice of its own',
    'Reference,Order Number,Carrier,Tracking Number\nHR-7K3QX9M2,55,UPS,1Z999AA10123456784',
  ],
  ['columns in another order', '1Z999AA10123456784,HR-7K3QX9M2,UPS'],
  ['empty columns around', ',,HR-7K3QX9M2,,UPS,1Z999AA10123456784,'],
  ['loose titles', 'Buyer,Our sale,Consignment no.,Courier used\nMia,HR-7K3QX9M2,1Z999AA10123456784,UPS'],
])('a file with %s is read by the right columns', (_what, text) => {
  expect(found(text)).toEqual([one]);
});

test('two columns in another order are read by their cells', () => {
  expect(found(`${usps}\tHR-7K3QX9M2\r\n\r\n`)).toEqual([`HR-7K3QX9M2 USPS ${usps}`]);
});

test('the column with orders of this shop counts, not another one that looks like orders', () => {
  const known = new Set(['HR-7K3QX9M2']);
  const text = `Order ID,Store order,Carrier,Tracking Number\n26H2XK7Q,7K3QX9M2,UPS,1Z999AA10123456784`;
  expect(rowsOf(text, { ...shop, known })[0]?.orderNumber).toBe('HR-7K3QX9M2');
});

test('two columns that may be tracking numbers, without titles, are refused', () => {
  const text = `${usps},HR-7K3QX9M2,986578788855`;
  expect(parseShipments(text, shop)).toEqual({ ok: false, reason: 'columns_unknown' });
});

test('a date is read as no order', () => {
  expect(rowsOf(`2026-11-20,UPS,${usps}`)[0]?.orderNumber).toBeNull();
});

test('rows with two cells, and rows without a carrier, have the chosen carrier', () => {
  expect(found(`HR-7K3QX9M2,${usps}`)).toEqual([`HR-7K3QX9M2 USPS ${usps}`]);
  expect(found(`HR-7K3QX9M2,,${usps}`)).toEqual([`HR-7K3QX9M2 USPS ${usps}`]);
  expect(rowsOf(`HR-7K3QX9M2,,${usps}`, { ...shop, carrier: '' })[0]?.carrierName).toBe('');
});

test('rows keep the line of the file on which they end, and any carrier, and unknown orders are null', () => {
  const rows = rowsOf('order,carrier,number\n\nHR-7K3QX9M2,"Pigeon\nPost",12345\nhello,UPS,12345');
  expect(rows.map(({ line, orderNumber, carrierName }) => [line, orderNumber, carrierName])).toEqual([
    [4, 'HR-7K3QX9M2', 'Pigeon\nPost'],
    [5, null, 'UPS'],
  ]);
});

test.each([
  ['', 'empty'],
  ['\n \n', 'empty'],
  ['order,carrier,number\n', 'empty'],
  ['HR-7K3QX9M2,UPS,"1Z999', 'quote_open'],
  ['HR-7K3QX9M2,UPS,1Z\0', 'not_text'],
  ['Order Date,Tracking Status\n2026-11-20,DELIVERED', 'columns_unknown'],
  ['x'.repeat(fileMax.bytes + 1), 'too_large'],
  ['HR-7K3QX9M2,UPS,1Z999\n'.repeat(fileMax.rows + 1), 'too_many_rows'],
])('the text %.30j is refused as %s', (text, reason) => {
  expect(parseShipments(text, shop)).toEqual({ ok: false, reason });
});

test('1,000 rows with a header are accepted', () => {
  const rows = 'HR-7K3QX9M2,UPS,1Z999\n'.repeat(fileMax.rows);
  expect(rowsOf(`order,carrier,number\n${rows}`)).toHaveLength(1_000);
});

test('no text makes the parser throw or return more rows than it has lines', () => {
  const sign = fc.constantFrom('"', ',', ';', '\t', '\n', '\r', '=', 'a', '1', '#', '\u{1f33a}');
  const rowsWithinLines = fc.property(fc.string({ unit: sign, maxLength: 200 }), (text) => {
    const parsed = parseShipments(text, shop);
    return !parsed.ok || parsed.value.length <= text.split(/\r\n?|\n/).length;
  });
  expect(() => fc.assert(rowsWithinLines)).not.toThrow();
});

test.each([
  ['usps', 'USPS'],
  ['USPS Priority Mail', 'USPS'],
  ['United States Postal Service', 'USPS'],
  ['Fed-Ex 2Day', 'FedEx'],
  ['FEDERAL EXPRESS', 'FedEx'],
  ['DHL Express', 'DHL'],
  ['royal mail tracked 24', 'Royal Mail'],
  ['AusPost', 'Australia Post'],
  ['Canada Post', 'Canada Post'],
  ['DPD Local', 'DPD'],
  ['Evri', 'Evri'],
  ['Parcelforce 24', 'Parcelforce'],
  ['Purolator Ground', 'Purolator'],
  ['Upside down', null],
  ['', null],
])('the carrier %j is %j', (typed, name) => {
  expect(carrierNamed(typed)).toBe(name);
});

test('every carrier is found by its own name', () => {
  expect(carrierNames.map(carrierNamed)).toEqual(carrierNames);
});

test.each([
  ['USPS', usps, true],
  ['UPS', '1Z999AA10123456784', true],
  ['UPS', usps.slice(0, 20), false],
  ['USPS', '1Z999AA10123456784', false],
  ['FedEx', '123456789012', true],
  ['Royal Mail', 'AB123456789GB', true],
  ['Pigeon', 'coo', true],
])('%s with %s: fits is %s', (carrier, number, fits) => {
  expect(trackingNumberWarning(carrier, number) === null).toBe(fits);
});

test('repeated values are found, except empty ones', () => {
  expect([...duplicates(['a', 'b', 'a', null, null, '', ''])]).toEqual(['a']);
});

test('only confirmed and processing orders that are paid and not held are to ship', () => {
  const toShip = orderStatuses.flatMap((status) =>
    paymentStatuses.flatMap((paymentStatus) =>
      [null, 'manual']
        .filter((holdReason) => isShippable({ status, paymentStatus, holdReason }))
        .map(() => `${status} ${paymentStatus}`),
    ),
  );
  const paid = ['paid', 'partially_refunded', 'not_required'];
  expect(toShip).toEqual(
    ['confirmed', 'processing'].flatMap((status) => paid.map((payment) => `${status} ${payment}`)),
  );
});

test.each([
  ['one wide row above many short ones', `${'1,'.repeat(90_000)}\n${'1\n'.repeat(1_000)}`],
  ['very many titles', `order,tracking number,${'x,'.repeat(85_000)}\n${'a1\n'.repeat(1_000)}`],
  ['a row of orders', 'A1B2C3D4,'.repeat(20_000)],
  ['a row of separators', `${','.repeat(190_000)}a1b2`],
  ['200 columns of numbers', `${'1,'.repeat(200)}\n`.repeat(500)],
])('a file of %s takes less than 0.3 s of processor time', (_shape, text) => {
  const before = process.threadCpuUsage();
  parseShipments(text);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(300);
});
