import { createElement } from 'react';

import { seedProduct } from '#content/catalog.ts';
import { site } from '#content/site.ts';
import type { MailKind, MailContext } from '#modules/email/mail.ts';
import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import { methodLabel, type PaymentMethod } from '#modules/payments/payment-method.ts';
import { withPayments, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';
import { formatUsd } from '#shared/money.ts';
import { oneLine } from '#shared/clean-text.ts';

import {
  cancelledCopy,
  confirmationWords,
  orderText,
  refundCopy,
  returnCopy,
  shipmentCopy,
  type CancelledMail,
  type OrderHead,
  type OrderMail,
  type RefundMail,
  type ReturnKind,
  type ReturnMail,
  type ShipmentKind,
  type ShipmentMail,
} from './order-emails.ts';
import { findPayment, updatePaymentMethod } from './orders.queries.server.ts';

const unit = seedProduct.salePriceCents;
const addressLines = ['Mia Sample', '1 Market Street', 'San Francisco, CA 94103', 'United States'];

/** Sample of the fields that every order email starts with. The order does not exist. */
export function sampleOrder(shopUrl: string): OrderHead {
  return {
    orderNumber: `${site.orderPrefix}-SAMPLE22`,
    firstName: 'Mia',
    items: [{ name: seedProduct.name, imageUrl: seedProduct.imageUrl, quantity: 3, amountCents: 3 * unit }],
    trackUrl: `${shopUrl}/track`,
    shopUrl,
    promises: legacyTerms,
  };
}

const confirmationSubject = (order: OrderMail, shop: MailContext) => oneLine(confirmationWords(order, shop).subject);

const confirmation = {
  async body(order: OrderMail, shop: MailContext) {
    const { OrderConfirmation } = await import('./mails/order-confirmation.server.tsx');
    return createElement(OrderConfirmation, { order, shop });
  },
  text: orderText,
  sample: (shopUrl: string): OrderMail => ({
    ...sampleOrder(shopUrl),
    placedAt: 'November 21, 2026',
    subtotalCents: 3 * unit,
    reductions: [{ name: 'Buy 2 Get 1 Free', amountCents: unit }],
    shipping: { name: 'Standard Shipping', amountCents: 0, delivery: 'Wed, Nov 25 – Fri, Nov 27' },
    taxCents: 1_018,
    taxIncluded: null,
    totalCents: 2 * unit + 1_018,
    addressLines,
    billingLines: ['Mia Sample', '12 King Street', 'Portland, OR 97205', 'United States'],
    paymentMethod: 'Visa ending 4242',
    payment: `${formatUsd(2 * unit + 1_018)} paid on November 21, 2026`,
    deliveryInstructions: 'Leave it with the neighbor',
  }),
};

/**
 * Returns how an order was paid: the stored method, else the provider's, which is then stored. Null
 * if the provider does not return it.
 */
async function findPaymentMethod(ctx: PaymentsCtx, orderId: string): Promise<PaymentMethod | null> {
  const payment = await findPayment(ctx.db, orderId);
  if (payment === null) return null;
  const { method, intentId } = payment;
  if (method !== null || intentId === null) return method;
  const found = await providerResponse(() => ctx.payments.readMethod(intentId));
  if (found === null || found === 'unknown') return null;
  await updatePaymentMethod(ctx.db, orderId, found);
  return found;
}

/**
 * Adds the payment method to the confirmation of an order, unless the provider does not return it.
 */
async function withPaymentMethod(ctx: PaymentsCtx, mail: OrderMail, orderId: string | null): Promise<OrderMail> {
  const method = orderId === null ? null : await findPaymentMethod(ctx, orderId);
  return method === null ? mail : { ...mail, paymentMethod: methodLabel(method) };
}

export const orderConfirmation: MailKind<OrderMail> = {
  name: 'order_confirmation',
  subject: confirmationSubject,
  ...confirmation,
  complete: (ctx, mail, orderId) => withPaymentMethod(withPayments(ctx), mail, orderId),
};

/** Confirmation of a fictitious order, for testing a shop's emails. */
export const orderTest: MailKind<OrderMail> = {
  name: 'test_order',
  subject: (order, { site }) => oneLine(`Test: your ${site.name} order ${order.orderNumber} is confirmed`),
  ...confirmation,
};

const notices = () => import('./mails/order-status-mails.server.tsx');

const shipmentMail = (name: ShipmentKind): MailKind<ShipmentMail> => ({
  name,
  subject: (mail, shop) => oneLine(shipmentCopy(name, mail, shop).subject),
  body: async (mail, shop) => (await notices()).shipmentNotice(name, mail, shop),
  sample: (shopUrl) => ({
    ...sampleOrder(shopUrl),
    addressLines,
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    carrierUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    delivery: 'Wed, Nov 25 – Fri, Nov 27',
  }),
});

/** Shipment emails by order status. */
export const shipmentMails = {
  shipped: shipmentMail('order_shipped'),
  out_for_delivery: shipmentMail('order_out_for_delivery'),
  delivered: shipmentMail('order_delivered'),
};

export const orderCancelled: MailKind<CancelledMail> = {
  name: 'order_cancelled',
  subject: (mail, shop) => oneLine(cancelledCopy(mail, shop).subject),
  body: async (mail, shop) => (await notices()).cancelledNotice(mail, shop),
  sample: (shopUrl) => ({ ...sampleOrder(shopUrl), heldCents: 2 * unit }),
};

export const orderRefunded: MailKind<RefundMail> = {
  name: 'order_refunded',
  subject: (mail, shop) => oneLine(refundCopy(mail, shop).subject),
  body: async (mail, shop) => (await notices()).refundNotice(mail, shop),
  sample: (shopUrl) => ({ ...sampleOrder(shopUrl), amountCents: unit, isFull: false }),
};

const returnMail = (name: ReturnKind): MailKind<ReturnMail> => ({
  name,
  subject: (mail, shop) => oneLine(returnCopy(name, mail, shop).subject),
  body: async (mail, shop) => (await notices()).returnNotice(name, mail, shop),
  sample: (shopUrl) => ({
    ...sampleOrder(shopUrl),
    code: 'R-1A2B3C4D',
    slipUrl: `${shopUrl}/returns/1a2b3c4d/slip.pdf`,
    labelUrl: 'https://labels.example.com/1Z999AA10123456784',
    reason: 'The package never reached us.',
  }),
});

/** Return emails by step of the return. */
export const returnMails = {
  return_opened: returnMail('return_opened'),
  return_label: returnMail('return_label'),
  return_received: returnMail('return_received'),
  return_declined: returnMail('return_declined'),
};

const toCustomer = new Set(
  [
    orderConfirmation,
    ...Object.values(shipmentMails),
    orderCancelled,
    orderRefunded,
    ...Object.values(returnMails),
  ].map(({ name }) => name),
);

/** True for a kind of email that tells the customer of an order about it. */
export const isCustomerMail = (kind: string) => toCustomer.has(kind);
