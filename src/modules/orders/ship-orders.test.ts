import fc from 'fast-check';
import { expect, test } from 'vitest';

import { carrierNamed, carrierNames, numberDoubt } from './carriers.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { fileMax, notToShip, numberRefusal, repeated, trackingNumberIn } from './ship-orders.ts';
import { parseShipments, textOfFile, type FileRow } from './shipment-file.server.ts';

const shop = { prefixes: ['HR'], carrier: 'USPS' };
const usps = '9400111899223817428490';

function rowsOf(text: string, options = shop): FileRow[] {
  const parsed = parseShipments(text, options);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

const found = (text: string) =>
  rowsOf(text).map((row) => [row.orderNumber, row.carrierName, row.trackingNumber].join(' '));

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

test('rows with two cells, and rows without a carrier, have the chosen carrier', () => {
  expect(found(`HR-7K3QX9M2,${usps}`)).toEqual([`HR-7K3QX9M2 USPS ${usps}`]);
  expect(found(`HR-7K3QX9M2,,${usps}`)).toEqual([`HR-7K3QX9M2 USPS ${usps}`]);
  expect(rowsOf(`HR-7K3QX9M2,,${usps}`, { ...shop, carrier: '' })[0]?.carrierName).toBeNull();
});

test('rows keep the line of the file on which they end, and unknown orders and carriers are null', () => {
  const rows = rowsOf('order,carrier,number\n\nHR-7K3QX9M2,"Pigeon\nPost",12345\nhello,UPS,12345');
  expect(rows.map(({ line, orderNumber, carrierName }) => [line, orderNumber, carrierName])).toEqual([
    [4, 'HR-7K3QX9M2', null],
    [5, null, 'UPS'],
  ]);
});

test.each([
  ['', 'empty'],
  ['\n \n', 'empty'],
  ['order,carrier,number\n', 'empty'],
  ['HR-7K3QX9M2,UPS,"1Z999', 'quote_open'],
  ['HR-7K3QX9M2,UPS,1Z\0', 'not_text'],
  ['x'.repeat(fileMax.bytes + 1), 'too_large'],
  ['HR-7K3QX9M2,UPS,1Z999\n'.repeat(fileMax.rows + 1), 'too_many_rows'],
])('the text %.30j is refused as %s', (text, reason) => {
  expect(parseShipments(text, shop)).toEqual({ ok: false, reason });
});

test('1,000 rows with a header are accepted', () => {
  const rows = 'HR-7K3QX9M2,UPS,1Z999\n'.repeat(fileMax.rows);
  expect(rowsOf(`order,carrier,number\n${rows}`)).toHaveLength(1_000);
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file is read in UTF-8 and UTF-16, and refused as a workbook, as binary and above 200 KB', () => {
  const utf16 = new Uint8Array(Buffer.from('\ufeffHR-1', 'utf16le'));
  expect(textOfFile(bytes('HR-1'))).toEqual({ ok: true, value: 'HR-1' });
  expect(textOfFile(utf16)).toEqual({ ok: true, value: 'HR-1' });
  expect(textOfFile(bytes('PK\u0003\u0004'))).toEqual({ ok: false, reason: 'workbook' });
  expect(textOfFile(bytes('a\0b'))).toEqual({ ok: false, reason: 'not_text' });
  expect(textOfFile(new Uint8Array(fileMax.bytes + 1))).toEqual({ ok: false, reason: 'too_large' });
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
  [' 1z 999 aa1 0123 4567 84 ', '1Z999AA10123456784', null],
  [`420941039400111899223817428490`, '9400111899223817428490', null],
  ['９４００', '9400', null],
  ['9.4E+21', '9.4E+21', 'number_shortened'],
  ['9,4E+21', '9,4E+21', 'number_shortened'],
  ['=cmd()', '=CMD()', 'number_unreadable'],
  ['123', '123', 'number_unreadable'],
  ['1'.repeat(61), '1'.repeat(61), 'number_unreadable'],
])('the tracking number %j is %s, refused as %s', (typed, number, refusal) => {
  expect([trackingNumberIn(typed), numberRefusal(trackingNumberIn(typed))]).toEqual([number, refusal]);
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
  expect(numberDoubt(carrier, number) === null).toBe(fits);
});

test('repeated values are found, except empty ones', () => {
  expect([...repeated(['a', 'b', 'a', null, null, '', ''])]).toEqual(['a']);
});

test('only confirmed and processing orders that are paid and not held are to ship', () => {
  const toShip = orderStatuses.flatMap((status) =>
    paymentStatuses.flatMap((paymentStatus) =>
      [null, 'manual']
        .filter((holdReason) => notToShip({ status, paymentStatus, holdReason }) === null)
        .map(() => `${status} ${paymentStatus}`),
    ),
  );
  const paid = ['paid', 'partially_refunded', 'not_required'];
  expect(toShip).toEqual(
    ['confirmed', 'processing'].flatMap((status) => paid.map((payment) => `${status} ${payment}`)),
  );
});
