import { z } from 'zod';

import { seedProduct } from '#content/catalog.ts';
import { site } from '#content/site.ts';
import type { PaymentMethod } from '#modules/payments/payment-method.ts';
import { legacyTerms, type OrderTerms } from '#modules/settings/shop-promises.ts';
import { addressBy } from '#shared/address.ts';

import { orderStatuses, paymentStatuses } from './order-status.ts';

const cents = z.int().describe('US cents');

/** Address that an order or a quote stores. A part that was added later reads as ''. */
export const storedAddress = z.object(addressBy(() => z.string().default('')));

/** Promotion or code with the amount that it takes off. */
export const reduction = z.object({ code: z.string(), name: z.string(), amountCents: cents });

/** Chosen shipping option, as it was when it was chosen. */
export const chosenShipping = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  priceCents: cents,
  daysMin: z.int(),
  daysMax: z.int(),
});

/** Promises of the shop when the order was quoted, in days. Later changes do not affect them. */
export const storedPromises: z.ZodType<OrderTerms> = z.object({
  guaranteeDays: z.int(),
  returnWindowDays: z.int(),
  refundProcessingDays: z.int(),
  refundVisibleDays: z.string(),
});

/** Line of an order; `restockedQuantity` counts units that went back into stock. */
const item = z.object({
  productId: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  quantity: z.int(),
  unitPriceCents: cents,
  discountCents: cents,
  taxCents: cents,
  totalCents: cents,
  restockedQuantity: z.int(),
});

const event = z.object({
  type: z.string(),
  status: z.enum(orderStatuses).nullable(),
  message: z.string(),
  location: z.string().nullable(),
  at: z.date(),
});

/** Complete order. API calls, webhooks, pages, emails and PDFs pick from it or map it. */
export const orderRecord = z.object({
  id: z.string(),
  checkoutId: z.string(),
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  /** Why a person must look at the order before it ships; null if nothing is wrong. */
  holdReason: z.string().nullable(),
  /** True for the orders with which a demo shop begins. */
  isSample: z.boolean(),
  /** Account that placed the order; null for a guest. */
  customerId: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  /** Null for a free order, until the provider returns it, and once the customer is erased. */
  paymentMethod: z.custom<PaymentMethod>().nullable(),
  placedAt: z.date(),
  email: z.string(),
  customer: z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() }),
  shippingAddress: storedAddress,
  billingAddress: storedAddress,
  deliveryInstructions: z.string(),
  shippingOption: chosenShipping.nullable(),
  items: z.array(item),
  couponDiscount: reduction.nullable(),
  promotion: reduction.nullable(),
  subtotalCents: cents,
  discountCents: cents,
  shippingCents: cents,
  /** Tax added to the price. */
  taxCents: cents,
  /** Tax added to the price, or the part of it that the price includes. */
  tax: z.object({ name: z.string(), ratePpm: z.int(), inclusive: z.boolean(), amountCents: cents }).nullable(),
  totalCents: cents,
  promises: storedPromises,
  /** Amount that the provider captured, and how much of it went back. Revenue is the difference. */
  capturedCents: cents,
  returnedCents: cents,
  /** Shipping and tax in the money that went back. Read them with `returnedParts`. */
  returnedShippingCents: cents.nullable(),
  returnedTaxCents: cents.nullable(),
  carrierName: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Packages beside the one with that number. */
  packages: z.array(z.object({ id: z.string(), carrierName: z.string().nullable(), trackingNumber: z.string() })),
  /** Incremented with each change of the order. */
  version: z.int(),
  shippedAt: z.date().nullable(),
  deliveredAt: z.date().nullable(),
  events: z.array(event),
});

/** Order as stored, for files that `order-record.ts` imports. */
export type StoredOrder = z.infer<typeof orderRecord>;

export const reductionOnWire = z.object({ name: z.string(), amount: z.number() });

/** Order as its customer sees it right after buying; amounts in dollars. */
export const orderSummary = orderRecord
  .pick({ orderNumber: true, email: true, customer: true, shippingAddress: true, deliveryInstructions: true })
  .extend({
    items: z.array(
      z.object({
        product_id: z.string(),
        name: z.string(),
        image_url: z.string(),
        quantity: z.number(),
        unit_price: z.number(),
        total: z.number(),
      }),
    ),
    shipping: z
      .object({
        name: z.string(),
        price: z.number(),
        estimated_days_min: z.number(),
        estimated_days_max: z.number(),
        delivery_text: z.string(),
      })
      .nullable(),
    discounts: z.array(reductionOnWire),
    subtotal: z.number(),
    discount: z.number(),
    shippingAmount: z.number(),
    tax: z.number(),
    taxIncluded: reductionOnWire.nullable(),
    total: z.number(),
    paymentStatus: z.string(),
  });

const at = z.iso.datetime();

/** Order as other systems read it, through the API and in webhooks. */
export const wireOrder = z.object({
  number: z.string(),
  status: z.string(),
  payment_status: z.string(),
  hold_reason: z.string().nullable().describe('Why the order needs review before it ships'),
  placed_at: at,
  shipped_at: at.nullable(),
  delivered_at: at.nullable(),
  email: z.string(),
  customer: z.object({ first_name: z.string(), last_name: z.string(), phone: z.string() }),
  shipping_address: z.object({
    street: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    country: z.string(),
  }),
  delivery_instructions: z.string(),
  shipping_method: z.string().nullable(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  packages: z
    .array(z.object({ carrier: z.string().nullable(), tracking_number: z.string(), tracking_url: z.string() }))
    .describe('All packages of the order; `carrier` and `tracking_number` are those of the first'),
  currency: z.literal('usd'),
  subtotal_cents: cents,
  discount_cents: cents,
  shipping_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  captured_cents: cents.describe('What the customer paid'),
  returned_cents: cents.describe('Amount refunded to the customer'),
  returned_shipping_cents: cents.describe('Shipping in the refunded amount'),
  returned_tax_cents: cents.describe('Tax in the refunded amount'),
  guarantee_days: z.int().describe('Days of the money-back guarantee promised with this order'),
  return_window_days: z.int().describe('Days after delivery in which this order can be returned'),
  items: z.array(
    z.object({
      product_id: z.string(),
      name: z.string(),
      quantity: z.int(),
      unit_price_cents: cents,
      discount_cents: cents,
      tax_cents: cents,
      total_cents: cents,
    }),
  ),
});

/** Fictitious order in the API documentation. */
const sample = {
  order: {
    number: `${site.orderPrefix}-SAMPLE22`,
    status: 'shipped',
    payment_status: 'paid',
    hold_reason: null,
    placed_at: '2026-11-21T15:04:05.000Z',
    shipped_at: '2026-11-23T09:30:00.000Z',
    delivered_at: null,
    email: 'mia@example.com',
    customer: { first_name: 'Mia', last_name: 'Sample', phone: '415 555 0132' },
    shipping_address: {
      street: '1 Market Street',
      line2: null,
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94103',
      country: 'US',
    },
    delivery_instructions: 'Leave it with the neighbor',
    shipping_method: 'Standard Shipping',
    carrier: 'UPS',
    tracking_number: '1Z999AA10123456784',
    packages: [
      {
        carrier: 'UPS',
        tracking_number: '1Z999AA10123456784',
        tracking_url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
      },
    ],
    currency: 'usd',
    subtotal_cents: 5_900,
    discount_cents: 0,
    shipping_cents: 0,
    tax_cents: 509,
    total_cents: 6_409,
    captured_cents: 6_409,
    returned_cents: 0,
    returned_shipping_cents: 0,
    returned_tax_cents: 0,
    guarantee_days: legacyTerms.guaranteeDays,
    return_window_days: legacyTerms.returnWindowDays,
    items: [
      {
        product_id: '6f1f3a52-0b7e-4c58-9a43-1d2f5b8c7e90',
        name: seedProduct.name,
        quantity: 1,
        unit_price_cents: 5_900,
        discount_cents: 0,
        tax_cents: 509,
        total_cents: 6_409,
      },
    ],
  } satisfies z.infer<typeof wireOrder>,
};

const orderEvent = (name: string, label: string) => ({ name, label, data: z.object({ order: wireOrder }), sample });

/** Webhook events of an order. Each refund is an event of its own. */
export const orderEvents = {
  paid: orderEvent('order.paid', 'Order paid, or free (order.paid)'),
  shipped: orderEvent('order.shipped', 'Order shipped (order.shipped)'),
  refunded: orderEvent('order.refunded', 'Order refunded (order.refunded)'),
};
