import fc from 'fast-check';
import { expect, test } from 'vitest';

import { optionInput } from './shipping-options.schema.ts';
import { hasActiveOption, moved } from './shipping-options.ts';

test('an option moves by one position and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 'b', 'up')).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 'b', 'down')).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', 'up')).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 'c', 'down')).toEqual(['a', 'b', 'c']);
  expect(moved(['a'], 'unknown', 'down')).toEqual(['a']);
});

test('moving never loses or duplicates an option', () => {
  const ids = fc.uniqueArray(fc.string(), { minLength: 1 });
  fc.assert(
    fc.property(ids, fc.nat(), fc.constantFrom('up' as const, 'down' as const), (list, index, direction) => {
      const after = moved(list, list[index % list.length] ?? '', direction);
      expect(after.toSorted()).toEqual(list.toSorted());
    }),
  );
});

test('at least one option must be active', () => {
  expect(hasActiveOption([{ isActive: false }, { isActive: true }])).toBe(true);
  expect(hasActiveOption([{ isActive: false }])).toBe(false);
});

const typed = { name: 'Standard', priceCents: '0', daysMin: '3', daysMax: '5', isActive: 'on' };

test.each([
  [{ daysMin: '6' }, 'daysMax'],
  [{ daysMin: '-1' }, 'daysMin'],
  [{ daysMax: '91' }, 'daysMax'],
  [{ priceCents: '' }, 'priceCents'],
  [{ priceCents: '1000.01' }, 'priceCents'],
  [{ name: '' }, 'name'],
])('refuses %j at the field %s', (change, field) => {
  expect(optionInput.parse(typed)).toMatchObject({ priceCents: 0, daysMin: 3, daysMax: 5 });
  expect(optionInput.safeParse({ ...typed, ...change }).error?.issues[0]?.path).toEqual([field]);
});
