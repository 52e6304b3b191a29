import { expect, test } from 'vitest';

import { goodsOf, purchaseEventId } from './shop-event.ts';

test('goods are reported in dollars with their unit count, and a purchase has one event id', () => {
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
