import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import type { OrderDetail } from '#modules/orders/orders.server.ts';

import { ReturnsPanel } from './returns-panel.tsx';

const one = {
  id: '1a2b3c4d-7a35-4c58-9d0e-1f6d3a2b4c11',
  status: 'received',
  reason: '',
  lines: [{ productId: 'p', quantity: 1 }],
  requestedAt: new Date('2026-11-25T12:00:00Z'),
  receivedAt: new Date('2026-11-25T12:00:00Z'),
  closedAt: null,
  valueCents: 5_900,
  shippingCents: 0,
};

function shown(refundableCents: number, returns = [one]): string {
  const detail = { returns, returnable: [], order: { items: [] }, refundableCents } as unknown as OrderDetail;
  const forms = { hidden: { version: '1' }, look: 'second' as const };
  const Panel = createRoutesStub([
    { path: '/', Component: () => <ReturnsPanel detail={detail} forms={forms} formKey="k" /> },
  ]);
  return renderToStaticMarkup(<Panel />);
}

test('a received return offers a refund if money is left to refund, otherwise asks to close it', () => {
  expect(shown(5_900)).toMatch(/Refund return/);
  expect(shown(0)).not.toMatch(/Refund return/);
  expect(shown(0)).toMatch(/This order has nothing left to refund[^]*Close return/);
});

test('the returns are not shown while there are none', () => {
  expect(shown(5_900)).toContain('Returns');
  expect(shown(5_900, [])).toBe('');
});
