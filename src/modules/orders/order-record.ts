import type { z } from 'zod';

import { addressLines, type Address } from '#shared/address.ts';
import type { Bill } from '#shared/bill-lines.ts';
import { deliveryRange, formatDelivery } from '#shared/delivery-dates.ts';
import { centsToDollars } from '#shared/money.ts';

import { carrierLink } from './carriers.ts';
import { returnedParts } from './refund-split.ts';
import type { orderRecord, orderSummary, wireOrder } from './order-record.schema.ts';

export type OrderView = z.infer<typeof orderRecord>;
export type Customer = OrderView['customer'];
export type OrderItem = OrderView['items'][number];

/** Returns name and address as on an envelope, line by line. */
export function envelope({ firstName, lastName }: Customer, address: Address): string[] {
  return [`${firstName} ${lastName}`.trim(), ...addressLines(address)].filter(Boolean);
}

export type OrderShipping = NonNullable<OrderView['shippingOption']>;
export type OrderTax = NonNullable<OrderView['tax']>;
export type OrderDiscount = NonNullable<OrderView['promotion']>;

type Reduced = Pick<OrderView, 'promotion' | 'couponDiscount' | 'discountCents'>;

/**
 * Returns the rest of a total that is too small to charge, as a reduction besides promotion and
 * code; null if there is none.
 */
export function waiverOf({ promotion, couponDiscount, discountCents }: Reduced): OrderDiscount | null {
  const amountCents = discountCents - (promotion?.amountCents ?? 0) - (couponDiscount?.amountCents ?? 0);
  return amountCents > 0 ? { code: '', name: 'Too small to charge', amountCents } : null;
}

/**
 * Returns the reductions of a bill, in its order: promotion, code, waiver. They add up to
 * `discountCents`.
 */
export function reductionsOf(order: Reduced): OrderDiscount[] {
  return [order.promotion, order.couponDiscount, waiverOf(order)].filter((one) => one !== null);
}

type Billed = Reduced &
  Pick<OrderView, 'subtotalCents' | 'shippingOption' | 'shippingCents' | 'taxCents' | 'tax' | 'totalCents'>;

/** Returns the parts of an order's total, as the order stores them. */
export function billOf(order: Billed): Bill {
  const { subtotalCents, shippingOption, shippingCents, taxCents, tax, totalCents } = order;
  return {
    subtotalCents,
    reductions: reductionsOf(order).map(({ name, amountCents }) => ({ name, amountCents })),
    shipping: { name: shippingOption?.name ?? 'Shipping', amountCents: shippingCents },
    taxCents,
    taxIncluded: tax?.inclusive === true ? { name: tax.name, amountCents: tax.amountCents } : null,
    totalCents,
  };
}

/** Returns the day from which the business days of the shipping option are counted. */
export function deliveryStart(order: Pick<OrderView, 'placedAt' | 'shippedAt'>): Date {
  return order.shippedAt ?? order.placedAt;
}

type Packed = Pick<OrderView, 'carrierName' | 'trackingNumber' | 'packages'>;

/** Returns all packages of an order that have a number, the first one first. */
export function packagesOf({ carrierName, trackingNumber, packages }: Packed) {
  const first = trackingNumber === null ? [] : [{ id: null, carrierName, trackingNumber }];
  return [...first, ...packages].map((one) => ({
    ...one,
    trackingUrl: carrierLink(one.carrierName ?? '', one.trackingNumber),
  }));
}

export type WireOrder = z.infer<typeof wireOrder>;

/** Maps an order for other systems; amounts in cents of a US dollar. */
export function orderOnWire(order: Omit<OrderView, 'events'>): WireOrder {
  const { customer, shippingAddress: to } = order;
  const returned = returnedParts(order);
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
      line2: to.line2 || null,
      city: to.city,
      state: to.state,
      postal_code: to.postalCode,
      country: to.country,
    },
    delivery_instructions: order.deliveryInstructions,
    shipping_method: order.shippingOption?.name ?? null,
    carrier: order.carrierName,
    tracking_number: order.trackingNumber,
    packages: packagesOf(order).map((one) => ({
      carrier: one.carrierName,
      tracking_number: one.trackingNumber,
      tracking_url: one.trackingUrl,
    })),
    currency: 'usd',
    subtotal_cents: order.subtotalCents,
    discount_cents: order.discountCents,
    shipping_cents: order.shippingCents,
    tax_cents: order.taxCents,
    total_cents: order.totalCents,
    captured_cents: order.capturedCents,
    returned_cents: order.returnedCents,
    returned_shipping_cents: returned.shippingCents,
    returned_tax_cents: returned.taxCents,
    guarantee_days: order.promises.guaranteeDays,
    return_window_days: order.promises.returnWindowDays,
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

export type OrderSummaryView = z.infer<typeof orderSummary>;

/** Returns the tax included in the prices, which is shown and not added. */
export function includedTax(tax: OrderTax | null): { name: string; amount: number } | null {
  return tax?.inclusive === true ? { name: tax.name, amount: centsToDollars(tax.amountCents) } : null;
}

/** Maps an order for the success page; amounts in dollars. */
export function orderSummaryOnWire(order: OrderView): OrderSummaryView {
  const { shippingOption, shippingAddress } = order;
  return {
    orderNumber: order.orderNumber,
    email: order.email,
    customer: order.customer,
    shippingAddress,
    deliveryInstructions: order.deliveryInstructions,
    items: order.items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      image_url: item.imageUrl,
      quantity: item.quantity,
      unit_price: centsToDollars(item.unitPriceCents),
      total: centsToDollars(item.unitPriceCents * item.quantity),
    })),
    shipping:
      shippingOption === null
        ? null
        : {
            name: shippingOption.name,
            price: centsToDollars(order.shippingCents),
            estimated_days_min: shippingOption.daysMin,
            estimated_days_max: shippingOption.daysMax,
            delivery_text: formatDelivery(deliveryRange(deliveryStart(order), shippingOption, shippingAddress.country)),
          },
    discounts: reductionsOf(order).map((one) => ({ name: one.name, amount: centsToDollars(one.amountCents) })),
    subtotal: centsToDollars(order.subtotalCents),
    discount: centsToDollars(order.discountCents),
    shippingAmount: centsToDollars(order.shippingCents),
    tax: centsToDollars(order.taxCents),
    taxIncluded: includedTax(order.tax),
    total: centsToDollars(order.totalCents),
    paymentStatus: order.paymentStatus,
  };
}
