import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { TrackingInfo } from '../tracking.schema.ts';

import { TrackingResult } from './tracking-result.tsx';

const info: TrackingInfo = {
  orderNumber: 'HR-7K3QX9M2',
  trackingNumber: null,
  lastUpdate: '2026-11-25T12:00:00.000Z',
  status: 'Confirmed',
  carrier: null,
  trackingUrl: null,
  packages: [],
  estimatedDelivery: null,
  shippingAddress: { street: '1 Market Street', city: 'San Francisco', state: 'CA', zip: '94103' },
  timeline: [],
  items: [],
};

const shown = (of: Partial<TrackingInfo>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <TrackingResult info={{ ...info, ...of }} invoice={null} documents={[]} takesFocus={false} />
    </MemoryRouter>,
  );

test.each([
  ['Confirmed', true],
  ['Processing', true],
  ['Shipped', false],
  ['Delivered', false],
  ['Cancelled', false],
])('an order that is %s promises a carrier and a number to come: %s', (status, promises) => {
  const html = shown({ status });
  for (const words of ['Chosen when your order ships', 'Available once your order has shipped'])
    expect(html.includes(words)).toBe(promises);
});

test.each([
  [1, '$59.00'],
  [3, '$59.00 each'],
])('a line of %i units shows the price %s', (quantity, price) => {
  const words = shown({ items: [{ name: 'Wand', quantity, price: 59 }] })
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  expect(words).toContain(`Quantity ${quantity} ${price} Shipping Address`);
});
