import { seedProduct } from '#content/catalog.ts';
import { site } from '#content/site.ts';
import { formatUsd } from '#shared/money.ts';
import { notesBy } from '#shared/order-notes.ts';

import type { CodeMail, MailContent, MailKind, OrderHead, OrderMail, ParcelMail, ReturnMail } from './rules.ts';

const unit = seedProduct.salePriceCents;
const addressLines = ['Mia Sample', '1 Market Street', 'San Francisco, CA 94103', 'United States'];

function order(shopUrl: string): OrderHead {
  return {
    orderNumber: `${site.orderPrefix}-SAMPLE22`,
    firstName: 'Mia',
    items: [{ name: seedProduct.name, imageUrl: seedProduct.imageUrl, quantity: 3, amountCents: 3 * unit }],
    trackUrl: `${shopUrl}/track`,
    shopUrl,
  };
}

function confirmation(shopUrl: string): OrderMail {
  return {
    ...order(shopUrl),
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
  };
}

function parcel(shopUrl: string): ParcelMail {
  return {
    ...order(shopUrl),
    addressLines,
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    carrierUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    delivery: 'Wed, Nov 25 – Fri, Nov 27',
  };
}

function giveBack(shopUrl: string): ReturnMail {
  const slipUrl = `${shopUrl}/returns/1a2b3c4d/slip.pdf`;
  const labelUrl = 'https://labels.example.com/1Z999AA10123456784';
  return { ...order(shopUrl), code: 'R-1A2B3C4D', slipUrl, labelUrl, reason: 'The parcel never reached us.' };
}

function code(shopUrl: string, discount: string): CodeMail {
  const expiry = 'Expires in 24 hours, on Sunday, November 22, 2026 at 7:00:00 AM UTC.';
  return { code: 'GLOW-SAMPLE22', discount, expiry, shopUrl };
}

type Samples = { [K in MailKind]: (shopUrl: string) => Extract<MailContent, { kind: K }>['data'] };

const account = (shopUrl: string) => ({ firstName: 'Mia', url: `${shopUrl}/auth`, shopUrl });
const letter = (shopUrl: string) => ({ ...order(shopUrl), unsubscribeUrl: `${shopUrl}/unsubscribe` });

const samples: Samples = {
  order_confirmation: confirmation,
  order_shipped: parcel,
  order_out_for_delivery: parcel,
  order_delivered: parcel,
  order_cancelled: (shopUrl) => ({ ...order(shopUrl), heldCents: 2 * unit }),
  order_refunded: (shopUrl) => ({ ...order(shopUrl), amountCents: unit, isFull: false }),
  return_opened: giveBack,
  return_label: giveBack,
  return_received: giveBack,
  return_declined: giveBack,
  review_request: (shopUrl) => ({ ...letter(shopUrl), reviewUrl: `${shopUrl}/reviews` }),
  abandoned_checkout: (shopUrl) => ({ ...letter(shopUrl), resumeUrl: `${shopUrl}/resume` }),
  capture_code: (shopUrl) => code(shopUrl, '15%'),
  back_in_stock: (shopUrl) => code(shopUrl, '10%'),
  verify_email: account,
  reset_password: account,
  confirm_device: account,
  contact_message: (shopUrl) => ({
    reference: '1A2B3C4D',
    name: 'Mia Sample',
    email: 'mia@example.com',
    subject: 'Charging',
    message: 'How long does it take?\n\nThank you, Mia',
    shopUrl,
  }),
  contact_answer: (shopUrl) => ({
    reference: '1A2B3C4D',
    message: 'How long does it take?',
    answer: 'Hello Mia,\n\ntwo hours at any USB charger.\n\nYour team',
    shopUrl,
  }),
  test_simple: (shopUrl) => ({ sentAt: 'November 21, 2026 at 7:00 AM UTC', shopUrl }),
  test_order: confirmation,
};

/** Every kind of mail there is, as its template is listed. */
export const mailKinds = Object.keys(samples) as MailKind[];

/** A mail of this kind about an order, a person and a code that do not exist; null for a kind that there is not. */
export function sampleOf(kind: string, shopUrl: string): MailContent | null {
  const known = mailKinds.find((one) => one === kind);
  return known === undefined ? null : ({ kind: known, data: samples[known](shopUrl) } as MailContent);
}
