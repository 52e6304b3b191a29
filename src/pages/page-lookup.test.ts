import { expect, test } from 'vitest';

import { rightAddress, rightQuery } from './page-lookup.server.ts';

test.each(['.', ')', '>', ').', '%3E', '%29.', '"', ','])(
  'a link that ends with %s leads to the clean address',
  (end) => {
    const paths = ['/blog/first-post', '/code/SAVE10', '/pay/0198', '/about', '/account/orders/HR-1001', '/resume/abc'];
    expect(paths.map((path) => rightAddress(path + end))).toEqual(paths);
    const links = ['?token=abc', '?draft=1&token=abc-_', '?buy=0198', '?order=HR-1001', '?utm_source=news'];
    expect(links.map((link) => rightQuery(link + end))).toEqual(links);
  },
);

test('clean addresses and searches stay as they are', () => {
  for (const path of ['/', '/blog/first-post', '/pay/0198', '/admin/customers/ann%40shop.example']) {
    expect(rightAddress(path)).toBe(null);
  }
  for (const search of ['', '?q=Acme+Inc.', '?token=abc&q=(new)', '?page=2']) expect(rightQuery(search)).toBe(search);
  expect(rightAddress('/no-such-page).')).toBe(null);
});

test('a long run of punctuation takes linear time', () => {
  const before = performance.now();
  rightQuery(`?token=${'.'.repeat(100_000)}x`);
  rightAddress(`/blog/${'.'.repeat(100_000)}x`);
  expect(performance.now() - before).toBeLessThan(50);
});
