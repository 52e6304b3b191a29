import { seedProduct } from '#content/catalog.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';
import { emptyAddress } from '#shared/address.ts';

import type { OrderView } from './order-record.ts';

const placedAt = new Date('2026-11-21T15:04:05Z');
const address = {
  ...emptyAddress,
  street: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
const unit = seedProduct.salePriceCents;
const productId = '6f1f3a52-0b7e-4c58-9a43-1d2f5b8c7e90';

/** Returns a fictitious order, for previews of what the owner edits. */
export const sampleOrderView = (orderPrefix: string): OrderView => ({
  id: productId,
  checkoutId: productId,
  isSample: true,
  customerId: null,
  paymentIntentId: null,
  paymentMethod: { type: 'card', brand: 'visa', last4: '4242', wallet: null },
  version: 1,
  orderNumber: `${orderPrefix}-SAMPLE22`,
  status: 'confirmed',
  paymentStatus: 'paid',
  holdReason: null,
  placedAt,
  email: 'mia@example.com',
  customer: { firstName: 'Mia', lastName: 'Sample', phone: '415 555 0132' },
  shippingAddress: address,
  billingAddress: address,
  deliveryInstructions: 'Leave it with the neighbor',
  shippingOption: { id: productId, name: 'Standard Shipping', description: '', priceCents: 0, daysMin: 3, daysMax: 5 },
  items: [
    {
      productId,
      name: seedProduct.name,
      imageUrl: seedProduct.imageUrl,
      quantity: 3,
      restockedQuantity: 0,
      unitPriceCents: unit,
      discountCents: unit,
      taxCents: 0,
      totalCents: 2 * unit,
    },
  ],
  couponDiscount: null,
  promotion: { code: '', name: 'Buy 2 Get 1 Free', amountCents: unit },
  subtotalCents: 3 * unit,
  discountCents: unit,
  shippingCents: 0,
  taxCents: 0,
  tax: null,
  totalCents: 2 * unit,
  promises: legacyTerms,
  capturedCents: 2 * unit,
  returnedCents: 0,
  returnedShippingCents: null,
  returnedTaxCents: null,
  carrierName: null,
  trackingNumber: null,
  packages: [],
  shippedAt: null,
  deliveredAt: null,
  events: [],
});
