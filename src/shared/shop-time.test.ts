import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import {
  fieldMoment,
  longDay,
  formatLongDateTime,
  parseMoment,
  sheetMoment,
  toShopDate,
  shortDay,
  formatDateTime,
  utcDay,
} from './shop-time.ts';
import { setTimeZone } from './shop-zone.ts';

afterEach(() => setTimeZone('UTC'));

const plain = (text: string) => text.replaceAll('\u202F', ' ');
const at = new Date('2026-11-25T03:05:00Z');

test('without a shop time zone, days and times are written in UTC', () => {
  expect([longDay(at), shortDay(at), formatLongDateTime(at), formatDateTime(at)].map(plain)).toEqual([
    'November 25, 2026',
    'Nov 25, 2026',
    'November 25, 2026 at 3:05 AM UTC',
    'Nov 25, 2026, 3:05 AM UTC',
  ]);
});

test('in New York an order at 03:05 UTC belongs to the evening before, and its time names the zone', () => {
  setTimeZone('America/New_York');
  expect([longDay(at), shortDay(at), formatLongDateTime(at), formatDateTime(at)].map(plain)).toEqual([
    'November 24, 2026',
    'Nov 24, 2026',
    'November 24, 2026 at 10:05 PM EST',
    'Nov 24, 2026, 10:05 PM EST',
  ]);
  expect(plain(formatDateTime('2026-07-01T16:00:00Z'))).toBe('Jul 1, 2026, 12:00 PM EDT');
  expect([toShopDate(at), sheetMoment(at), fieldMoment(at)]).toEqual([
    '2026-11-24',
    '2026-11-24 22:05:00',
    '2026-11-24T22:05',
  ]);
});

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('in %s a day without a time is unchanged', (zone) => {
  setTimeZone(zone);
  expect([longDay('2026-11-24'), shortDay('2026-11-24')]).toEqual(['November 24, 2026', 'Nov 24, 2026']);
});

test.each([
  ['UTC', '2026-12-01T10:30', '2026-12-01T10:30:00Z'],
  ['America/New_York', '2026-12-01T10:30', '2026-12-01T15:30:00Z'],
  ['America/New_York', '2026-07-01T00:00', '2026-07-01T04:00:00Z'],
  ['Australia/Lord_Howe', '2026-07-01T00:00', '2026-06-30T13:30:00Z'],
  // Clocks skip from 02:00 to 03:00.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00Z'],
  // 01:30 comes twice.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
])('in %s the date field %s is read as %s', (zone, typed, moment) => {
  setTimeZone(zone);
  expect(parseMoment(typed)).toEqual(new Date(moment));
});

test('a date field reads back the time that it shows, in every zone', () => {
  const zones = fc.constantFrom('America/St_Johns', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Chatham', 'UTC');
  const minutes = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2060, 0) / 60_000 });
  fc.assert(
    fc.property(zones, minutes, (zone, minute) => {
      setTimeZone(zone);
      const shown = fieldMoment(new Date(minute * 60_000));
      const read = parseMoment(shown);
      expect(read === null ? null : fieldMoment(read)).toBe(shown);
    }),
  );
});

test('a date field with a day that does not exist is refused', () => {
  const none = ['2026-02-30T10:00', '2026-12-01', 'soon', '', '0000-00-00T00:00', '0000-01-01T00:00'];
  expect(none.map(parseMoment)).toEqual(none.map(() => null));
});

test('a UTC day ends at midnight UTC, in every zone', () => {
  setTimeZone('America/New_York');
  expect(utcDay(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
  expect(utcDay(new Date('2026-11-22T00:00:00.000Z'))).toBe('2026-11-22');
});
