import { dollars } from '#shared/money.ts';
import { notesOf } from '#shared/order-notes.ts';

import type { OrderSummaryView } from './order-record.ts';
import { orderConfirmation } from './orders.emails.server.ts';

/**
 * Returns the order of the sample confirmation email as the success page shows it. It is unpaid, so
 * that nothing reports it as a purchase.
 */
export function sampleSummary(shopUrl: string): OrderSummaryView {
  const sample = orderConfirmation.sample(shopUrl);
  const { orderNumber, firstName, items, reductions, shipping, subtotalCents, taxCents, totalCents } = sample;
  return {
    orderNumber,
    email: 'mia@example.com',
    customer: { firstName, lastName: 'Sample', phone: '' },
    shippingAddress: {
      street: '1 Market Street',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94103',
      country: 'US',
    },
    ...notesOf(sample),
    items: items.map(({ name, imageUrl, quantity, amountCents }) => ({
      product_id: 'sample',
      name,
      image_url: imageUrl,
      quantity,
      unit_price: dollars(amountCents / quantity),
      total: dollars(amountCents),
    })),
    shipping:
      shipping === null
        ? null
        : {
            name: shipping.name,
            price: dollars(shipping.amountCents),
            estimated_days_min: 3,
            estimated_days_max: 5,
            delivery_text: shipping.delivery,
          },
    discounts: reductions.map(({ name, amountCents }) => ({ name, amount: dollars(amountCents) })),
    subtotal: dollars(subtotalCents),
    discount: dollars(reductions.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    shippingAmount: dollars(shipping?.amountCents ?? 0),
    tax: dollars(taxCents),
    taxIncluded: null,
    total: dollars(totalCents),
    paymentStatus: 'pending',
  };
}
