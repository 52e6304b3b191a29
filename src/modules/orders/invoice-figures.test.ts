import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { OrderItem } from './order-record.ts';
import type { PaymentStatus } from './order-status.ts';

import { hasInvoice, invoiceFigures, invoiceNumber, unitsToPack } from './invoice-figures.ts';

const nothing = {
  orderNumber: 'HR-1',
  items: [],
  promotion: null,
  couponDiscount: null,
  shippingOption: null,
  tax: null,
};
const unsplit = { returnedShippingCents: null, returnedTaxCents: null };
const cents = fc.integer({ min: 0, max: 1_000_000 });

test('the lines between the items and the total add up to the total, to the cent', () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, cents, cents, (goods, promoted, coded, waived, shipping, tax) => {
      const discountCents = promoted + coded + waived;
      const subtotalCents = goods + discountCents;
      const order = {
        ...nothing,
        promotion: { code: '', name: 'Buy 2 Get 1 Free', amountCents: promoted },
        couponDiscount: { code: 'GLOW10', name: '10% off', amountCents: coded },
        subtotalCents,
        discountCents,
        shippingCents: shipping,
        taxCents: tax,
        totalCents: goods + shipping + tax,
        capturedCents: 0,
        returnedCents: 0,
        ...unsplit,
      };
      const { steps, totalCents } = invoiceFigures(order);
      expect(steps.reduce((sum, step) => sum + step.cents, 0)).toBe(totalCents);
      const waiver = waived === 0 ? undefined : -waived;
      expect(steps.find(({ name }) => name === 'Too small to charge')?.cents).toBe(waiver);
    }),
  );
});

test.each<[PaymentStatus, boolean]>([
  ['paid', true],
  ['partially_refunded', true],
  ['refunded', true],
  ['pending', false],
  ['failed', false],
  ['not_required', false],
])('an order whose payment is %s has an invoice: %s', (paymentStatus, has) => {
  expect(hasInvoice({ paymentStatus })).toBe(has);
});

test('an invoice number consists of a prefix and the order number', () => {
  expect(invoiceNumber('HR-7K3QX9M2')).toBe('INV-HR-7K3QX9M2');
});

const priced = {
  ...nothing,
  discountCents: 0,
  subtotalCents: 10_800,
  shippingCents: 1_299,
  taxCents: 972,
  tax: { name: 'CA sales tax', ratePpm: 90_000, inclusive: false, amountCents: 972 },
  totalCents: 13_071,
  capturedCents: 13_071,
};

test.each([
  ['a part of the goods', [5_886, null, null], { credit: '-$58.86', tax: ['-$4.86', '$4.86'], left: '$71.85' }],
  ['all goods', [11_772, 0, 972], { credit: '-$117.72', tax: ['-$9.72'], left: '$12.99' }],
  ['all of it', [13_071, 1_299, 972], { credit: '-$130.71', tax: ['-$9.72'], left: '$0.00' }],
  ['the shipping, which has no tax', [1_299, 1_299, 0], { credit: '-$12.99', tax: ['$9.72'], left: '$117.72' }],
  ['nothing but tax', [192, 0, 192], { credit: '-$1.92', tax: ['-$1.92', '$7.80'], left: '$128.79' }],
] as const)(
  'a credit of %s shows the tax in it and the tax that is left',
  (_what, [returned, shipping, tax], texts) => {
    const { credits } = invoiceFigures({
      ...priced,
      returnedCents: returned,
      returnedShippingCents: shipping,
      returnedTaxCents: tax,
    });
    const named = (name: string) => credits.filter((one) => one.name === name).map(({ text }) => text);
    expect(named('Credit note CN-HR-1: refunded')).toEqual([texts.credit]);
    expect(named('Includes CA sales tax')).toEqual(texts.tax);
    expect(named('Paid after refund')).toEqual([texts.left]);
  },
);

test('the amount paid is shown below the total if it differs', () => {
  const { credits } = invoiceFigures({ ...priced, capturedCents: 12_000, returnedCents: 0, ...unsplit });
  expect(credits).toEqual([{ name: 'Paid', text: '$120.00' }]);
});

test('units that went back into stock before shipping are not packed', () => {
  const item = { name: 'Wand', quantity: 3, restockedQuantity: 1 } as OrderItem;
  const items = [item, { ...item, name: 'Balm', quantity: 1 }];
  expect(unitsToPack({ shippedAt: null, items })).toEqual([{ name: 'Wand', quantity: 2 }]);
  const shippedAt = new Date('2026-11-25T12:00:00Z');
  expect(unitsToPack({ shippedAt, items }).map(({ quantity }) => quantity)).toEqual([3, 1]);
});
