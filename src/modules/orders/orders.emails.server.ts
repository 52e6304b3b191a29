import { createElement } from 'react';

import { seedProduct } from '#content/catalog.ts';
import { site } from '#content/site.ts';
import type { MailKind } from '#modules/email/mail.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { formatUsd } from '#shared/money.ts';
import { notesBy } from '#shared/order-notes.ts';
import { oneLine } from '#shared/clean-text.ts';

import {
  orderText,
  type ParcelKind,
  type ReturnKind,
  type CancelledMail,
  type OrderHead,
  type OrderMail,
  type ParcelMail,
  type RefundMail,
  type ReturnMail,
} from './order-mails.ts';
import { withPaymentMethod } from './payment-method.server.ts';

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
  };
}

const subjectOf = (words: string) => (order: OrderHead) =>
  oneLine(`Your ${site.name} order ${order.orderNumber} ${words}`);

const confirmation = {
  async body(order: OrderMail) {
    const { OrderConfirmation } = await import('./mails/order-confirmation.server.tsx');
    return createElement(OrderConfirmation, { order });
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
    ...notesBy('name', ({ sample }) => sample),
  }),
};

export const orderConfirmation: MailKind<OrderMail> = {
  name: 'order_confirmation',
  subject: subjectOf('is confirmed'),
  ...confirmation,
  complete: (ctx, mail, orderId) => withPaymentMethod(withPayments(ctx), mail, orderId),
};

/** Confirmation of a fictitious order, for testing a shop's emails. */
export const orderTest: MailKind<OrderMail> = {
  name: 'test_order',
  subject: ({ orderNumber }) => oneLine(`Test: your ${site.name} order ${orderNumber} is confirmed`),
  ...confirmation,
};

const notices = () => import('./mails/notices.server.tsx');

const parcelMail = (name: ParcelKind, words: string): MailKind<ParcelMail> => ({
  name,
  subject: subjectOf(words),
  body: async (mail) => (await notices()).parcelNotice(name, mail),
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
export const parcelMails = {
  shipped: parcelMail('order_shipped', 'is on its way'),
  out_for_delivery: parcelMail('order_out_for_delivery', 'arrives today'),
  delivered: parcelMail('order_delivered', 'was delivered'),
};

export const orderCancelled: MailKind<CancelledMail> = {
  name: 'order_cancelled',
  subject: subjectOf('is cancelled'),
  body: async (mail) => (await notices()).cancelledNotice(mail),
  sample: (shopUrl) => ({ ...sampleOrder(shopUrl), heldCents: 2 * unit }),
};

export const orderRefunded: MailKind<RefundMail> = {
  name: 'order_refunded',
  subject: (mail) => oneLine(`Your refund of ${formatUsd(mail.amountCents)} for order ${mail.orderNumber}`),
  body: async (mail) => (await notices()).refundNotice(mail),
  sample: (shopUrl) => ({ ...sampleOrder(shopUrl), amountCents: unit, isFull: false }),
};

const returnMail = (name: ReturnKind, words: string): MailKind<ReturnMail> => ({
  name,
  subject: ({ code }) => oneLine(`Your return ${code} ${words}`),
  body: async (mail) => (await notices()).returnNotice(name, mail),
  sample: (shopUrl) => ({
    ...sampleOrder(shopUrl),
    code: 'R-1A2B3C4D',
    slipUrl: `${shopUrl}/returns/1a2b3c4d/slip.pdf`,
    labelUrl: 'https://labels.example.com/1Z999AA10123456784',
    reason: 'The parcel never reached us.',
  }),
});

/** Return emails by step of the return. */
export const returnMails = {
  return_opened: returnMail('return_opened', 'is announced'),
  return_label: returnMail('return_label', 'has its label'),
  return_received: returnMail('return_received', 'has arrived'),
  return_declined: returnMail('return_declined', 'is closed without a refund'),
};
