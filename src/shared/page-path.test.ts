import { expect, test } from 'vitest';

import { pagePath } from './page-path.ts';

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/product.data', '/product'],
  ['/admin/orders.data', '/admin/orders'],
  ['/admin/_.data', '/admin/'],
  ['/account/my-data.json', '/account/my-data.json'],
])('%s belongs to the page %s', (path, page) => {
  expect(pagePath(path)).toBe(page);
});
