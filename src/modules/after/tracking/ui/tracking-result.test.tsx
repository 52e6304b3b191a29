import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { TrackingResult } from './tracking-result.tsx';

const info = {
  orderNumber: 'HR-7K3QX9M2',
  lastUpdate: '2026-11-21T07:00:00.000Z',
  status: 'Confirmed',
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  estimatedDelivery: null,
  shippingAddress: { street: '1 Burnside Street', city: 'Portland', state: 'OR', zip: '97205' },
  timeline: [],
};

test.each([
  [1, '$59.00'],
  [3, '$59.00 each'],
])('of %i units the price reads %s', (quantity, price) => {
  const items = [{ name: 'Wand', quantity, price: 59 }];
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <TrackingResult info={{ ...info, items }} invoice={null} takesFocus={false} />
    </MemoryRouter>,
  );
  const words = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(words).toContain(`Quantity ${quantity} ${price} Shipping Address`);
});
