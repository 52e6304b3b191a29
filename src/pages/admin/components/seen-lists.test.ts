import { expect, test } from 'vitest';

import { rememberList, seenList } from './seen-lists.ts';

test.each([
  ['/admin/orders', '?status=completed&q=Ann&page=3'],
  ['/admin/customers', '?q=M%C3%BCller&page=2'],
  ['/admin/messages', '?state=closed'],
  ['/admin/discounts', '?state=ended&page=4'],
  ['/admin/mails', '?before=17'],
  ['/admin/taxes', '?q=Texas'],
])('the link back to %s keeps %s', (path, search) => {
  rememberList({ pathname: path, search });
  expect(seenList(path)).toBe(path + search);
  rememberList({ pathname: `${path}/`, search: '' });
  expect(seenList(path)).toBe(path);
});

test('a record does not replace its list, and a reported outcome is not kept', () => {
  rememberList({ pathname: '/admin/orders', search: '?page=2&erased=' });
  rememberList({ pathname: '/admin/orders/HR-1', search: '?created' });
  expect(seenList('/admin/orders')).toBe('/admin/orders?page=2');
  expect(seenList('/admin/orders/HR-1')).toBe('/admin/orders/HR-1');
});
