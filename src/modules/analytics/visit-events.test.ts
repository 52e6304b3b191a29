import { expect, test } from 'vitest';

import { eventsOf } from './visit-events.ts';

const counted = new Set(['/', '/product', '/track', '/quiz', '/checkout']);
const counting = { ownHost: 'shop.example', counted };

test.each([
  ['/', '/'],
  ['/product', '/product'],
  ['/product/', '/product'],
  ['/checkout', '/checkout'],
  ['/account/orders', null],
  ['/admin', null],
  ['/track', '/track'],
  ['/nonsense', null],
])('a view of %s is counted as %j', (path, key) => {
  expect(eventsOf({ path }, counting)).toEqual(key === null ? [] : [{ kind: 'page', key }]);
});

test('a page view counts page and source, and a cart or quiz step counts only itself', () => {
  expect(eventsOf({ path: '/', from: '' }, counting)).toEqual([
    { kind: 'page', key: '/' },
    { kind: 'source', key: 'direct' },
  ]);
  expect(eventsOf({ path: '/product', step: 'cart' }, counting)).toEqual([{ kind: 'step', key: 'cart' }]);
  expect(eventsOf({ path: '/quiz', quiz: 'aging' }, counting)).toEqual([{ kind: 'quiz', key: 'aging' }]);
  expect(eventsOf({ path: '/account' }, counting)).toEqual([]);
});
