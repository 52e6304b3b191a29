import { expect, test } from 'vitest';

import { shipmentOf } from './shipment.ts';

const known = { carrierName: 'UPS', trackingNumber: '1Z999' };
const none = { carrierName: null, trackingNumber: null };

test.each<[string | null | undefined, string | null]>([
  [undefined, '1Z999'],
  [null, null],
  ['', null],
  [' ', null],
  ['\u200b', null],
  ['\u0000\u001f', null],
  [' 9400 1 ', '94001'],
  ['1z 999', '1Z999'],
])('with the input %j the tracking number 1Z999 becomes %s', (trackingNumber, expected) => {
  const read = shipmentOf({ trackingNumber }, known);
  expect(read).toMatchObject({ ok: true, value: { carrierName: 'UPS', trackingNumber: expected } });
});

test('another carrier without a number does not keep the number of the one before', () => {
  const read = shipmentOf({ carrierName: 'FedEx', trackingNumber: null }, known);
  expect(read).toMatchObject({ ok: true, value: { carrierName: 'FedEx', trackingNumber: null } });
});

test('a number that an earlier version stored with spaces is unchanged when it is sent again', () => {
  const stored = { carrierName: 'UPS', trackingNumber: '94 001' };
  expect(shipmentOf({ trackingNumber: '94001' }, stored)).toMatchObject({ ok: true, value: stored });
});

test.each([
  [' 1z 999 aa1 0123 4567 84 ', '1Z999AA10123456784'],
  [`420941039400111899223817428490`, '9400111899223817428490'],
  ['９４００', '9400'],
  ["'0073938000549297", '0073938000549297'],
  ['="0073938000549297"', '0073938000549297'],
  ['1Z\u0000999\u202e', '1Z999'],
])('the tracking number %j is stored as %s', (trackingNumber, expected) => {
  expect(shipmentOf({ trackingNumber }, none)).toMatchObject({ ok: true, value: { trackingNumber: expected } });
});

test.each([
  ['9.4E+21', 'number_shortened'],
  ['9,4E+21', 'number_shortened'],
  ['1.23e15', 'number_shortened'],
  ['1E+15', 'number_shortened'],
  ['940011189922.0', 'number_shortened'],
  ['9400111899223810000000', 'number_shortened'],
  ['=cmd()', 'number_unreadable'],
  ['Delivered', 'number_unreadable'],
  ['----', 'number_unreadable'],
  ['123', 'number_unreadable'],
  ['1'.repeat(61), 'number_unreadable'],
  [`1${' '.repeat(200)}23`, 'number_unreadable'],
])('the tracking number %j is refused as %s', (trackingNumber, reason) => {
  expect(shipmentOf({ trackingNumber }, none)).toEqual({ ok: false, reason });
});

test.each([
  ['U.P.S. Ground', 'UPS'],
  [' pigeon\u0000 \n post ', 'pigeon post'],
  ['\u200b', null],
  ['Österreichische Post', 'Österreichische Post'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('the carrier %j is stored as %j', (carrierName, expected) => {
  expect(shipmentOf({ carrierName }, none)).toMatchObject({ ok: true, value: { carrierName: expected } });
});

test('a carrier of more than 100 characters is refused', () => {
  expect(shipmentOf({ carrierName: 'x'.repeat(101) }, none)).toEqual({ ok: false, reason: 'carrier_too_long' });
});
