import { expect, test } from 'vitest';

import { goodsOf, isMeasuredPage, purchaseEventId } from './rules.ts';

test.each([
  ['/', true],
  ['/product', true],
  ['/blog/why-a-minute', true],
  ['/checkout', false],
  ['/checkout-success', false],
  ['/checkout-cancelled', false],
  ['/account', false],
  ['/account/orders', false],
  ['/admin', false],
  ['/admin/orders/HR-1', false],
  ['/track', false],
  ['/auth', false],
  ['/accounting-for-taste', true],
])('the advertiser may see %s: %j', (path, may) => {
  expect(isMeasuredPage(path)).toBe(may);
});

test('goods are told in dollars with their number of units, a purchase under one name', () => {
  const lines = [
    { productId: 'p-1', quantity: 2 },
    { productId: 'p-2', quantity: 1 },
  ];
  expect(goodsOf(lines, 11_850)).toEqual({
    content_ids: ['p-1', 'p-2'],
    content_type: 'product',
    value: 118.5,
    currency: 'USD',
    num_items: 3,
  });
  expect(purchaseEventId('HR-7K3QX9M2')).toBe('purchase_HR-7K3QX9M2');
});
