import { expect, test } from 'vitest';

import { entryKey, withEdited } from './entry-keys.ts';

const keysOf = (entries: readonly unknown[]) => entries.map(entryKey);
const [ada, ben, cy] = [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Cy' }];

test('an upload reaches the entry that it was chosen for after moves, edits and removals', () => {
  const before: unknown[] = [ada, ben, cy];
  const [, key = ''] = keysOf(before);
  const typed = withEdited(before, key, { name: 'Benjamin' });
  const moved = [typed[2], typed[0], typed[1]];
  expect(keysOf(moved).indexOf(key)).toBe(2);
  const uploaded = withEdited(moved, key, { name: 'Benjamin', src: '/media/new' });
  expect(uploaded).toEqual([cy, ada, { name: 'Benjamin', src: '/media/new' }]);
  const withoutBen = uploaded.slice(0, 2);
  expect(withEdited(withoutBen, key, { src: '/media/new' })).toEqual([cy, ada]);
});

test('an undone move gives each entry its key back, and equal entries have different keys', () => {
  const order = [ada, ben, cy];
  const keys = keysOf(order);
  keysOf([cy, ada, ben]);
  expect(keysOf(order)).toEqual(keys);
  expect(new Set(keysOf([{ name: '' }, { name: '' }])).size).toBe(2);
});

test('texts are keyed by their index', () => {
  expect(withEdited(['a', 'b', 'a'], entryKey('a', 2), 'c')).toEqual(['a', 'b', 'c']);
});
