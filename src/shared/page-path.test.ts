import { expect, test } from 'vitest';

import { pagePath } from './page-path.ts';

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/product.data', '/product'],
  ['/admin/orders.data', '/admin/orders'],
  ['/admin/_.data', '/admin/'],
  ['/account/my-data.json', '/account/my-data.json'],
])('%s is the page %s', (asked, page) => {
  expect(pagePath(asked)).toBe(page);
});
