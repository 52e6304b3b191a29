import type { z } from 'zod';

import { notesOnWire } from '#shared/order-notes.ts';

import type { OrderView } from '../rules.ts';
import type { wireOrder } from './contract.ts';

export type WireOrder = z.infer<typeof wireOrder>;

/** An order as other systems read it; every amount in cents of a US dollar. */
export function orderOnWire(order: Omit<OrderView, 'events'>): WireOrder {
  const { customer, shippingAddress: to } = order;
  return {
    number: order.orderNumber,
    status: order.status,
    payment_status: order.paymentStatus,
    hold_reason: order.holdReason,
    placed_at: order.placedAt.toISOString(),
    shipped_at: order.shippedAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    email: order.email,
    customer: { first_name: customer.firstName, last_name: customer.lastName, phone: customer.phone },
    shipping_address: {
      street: to.street,
      line2: to.line2 ?? null,
      city: to.city,
      state: to.state,
      postal_code: to.postalCode,
      country: to.country,
    },
    ...notesOnWire(order),
    shipping_method: order.shippingOption?.name ?? null,
    carrier: order.carrierName,
    tracking_number: order.trackingNumber,
    currency: 'usd',
    subtotal_cents: order.subtotalCents,
    discount_cents: order.discountCents,
    shipping_cents: order.shippingCents,
    tax_cents: order.taxCents,
    total_cents: order.totalCents,
    captured_cents: order.capturedCents,
    returned_cents: order.returnedCents,
    items: order.items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      quantity: item.quantity,
      unit_price_cents: item.unitPriceCents,
      discount_cents: item.discountCents,
      tax_cents: item.taxCents,
      total_cents: item.totalCents,
    })),
  };
}
