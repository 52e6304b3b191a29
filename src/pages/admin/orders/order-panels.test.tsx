import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import type { OrderDetail } from '#modules/orders/orders.server.ts';
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

test('a customer without an email address is shown as unknown, without any link', () => {
  expect(shown('')).toContain('Unknown');
  expect(shown('')).not.toContain('<a ');
  expect(shown('mia@example.com')).toContain('mailto:mia@example.com');
});
