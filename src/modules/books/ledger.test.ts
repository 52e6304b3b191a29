import { expect, test } from 'vitest';

import { entriesOf, feeEntry, type Movement } from './ledger.ts';

const sale: Movement = {
  id: '1',
  kind: 'sale',
  at: new Date('2026-11-24T10:00:00Z'),
  orderNumber: 'HR-AAAA2222',
  intentId: 'pi_1',
  country: 'US',
  state: 'CA',
  amountCents: 7_000,
  taxCents: 500,
  shippingCents: 600,
};

const parts = (movement: Movement) => entriesOf(movement).map(({ type, amountCents }) => [type, amountCents]);

test('a sale is its goods, its shipping and its tax', () => {
  expect(parts(sale)).toEqual([
    ['sale', 5_900],
    ['shipping', 600],
    ['tax', 500],
  ]);
});

test('a part without an amount has no row', () => {
  expect(parts({ ...sale, amountCents: 5_900, taxCents: 0, shippingCents: 0 })).toEqual([['sale', 5_900]]);
});

test('a refund and a lost dispute have their tax in a row of its own, and a refund of tax only that', () => {
  const back = { ...sale, amountCents: -1_000, taxCents: -80, shippingCents: 0 };
  expect(parts({ ...back, kind: 'refund' })).toEqual([
    ['refund', -920],
    ['refund_tax', -80],
  ]);
  expect(parts({ ...back, kind: 'dispute' })).toEqual([
    ['dispute', -920],
    ['dispute_tax', -80],
  ]);
  expect(parts({ ...back, kind: 'refund', amountCents: -80 })).toEqual([['refund_tax', -80]]);
});

test('a fee without an order has empty cells', () => {
  const fee = { id: 'txn_1', at: sale.at, amountCents: -1_500, orderNumber: null, intentId: null, currency: 'usd' };
  expect(feeEntry(fee)).toMatchObject({ type: 'fee', orderNumber: '', intentId: '', country: '', amountCents: -1_500 });
});
