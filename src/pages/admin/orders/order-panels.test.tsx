import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import type { OrderDetail } from '#modules/orders/order-detail.server.ts';
import { emptyAddress } from '#shared/address.ts';

import { CustomerPanel } from './order-panels.tsx';

function shown(email: string): string {
  const customer = { firstName: '', lastName: '', phone: '' };
  const addresses = { shippingAddress: emptyAddress, billingAddress: emptyAddress };
  const order = { customer, email, ...addresses, customerId: null, deliveryInstructions: '' };
  const detail = { order } as unknown as OrderDetail;
  const Panel = createRoutesStub([{ path: '/', Component: () => <CustomerPanel detail={detail} /> }]);
  return renderToStaticMarkup(<Panel />);
}

test('who paid without an address is unknown, and there is no link to write to nobody', () => {
  expect(shown('')).toContain('Unknown');
  expect(shown('')).not.toContain('<a ');
  expect(shown('mia@example.com')).toContain('mailto:mia@example.com');
});
