import { expect, test } from 'vitest';

import { longDay, longMoment, shortDay, shortMoment, utcDay } from './moments.ts';

test('days and moments are written in UTC, whatever the zone of the one who reads them', () => {
  const at = new Date('2026-11-24T23:05:00-08:00');
  const plain = (text: string) => text.replaceAll('\u202F', ' ');
  expect([longDay(at), shortDay(at), longMoment(at), shortMoment(at)].map(plain)).toEqual([
    'November 25, 2026',
    'Nov 25, 2026',
    'November 25, 2026 at 7:05 AM UTC',
    'Nov 25, 2026, 7:05 AM UTC',
  ]);
  expect([longDay('2026-11-24'), shortDay('2026-11-24T23:59:59Z')]).toEqual(['November 24, 2026', 'Nov 24, 2026']);
});

test('a day ends at midnight UTC', () => {
  expect(utcDay(new Date('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
  expect(utcDay(new Date('2026-11-22T00:00:00.000Z'))).toBe('2026-11-22');
});
