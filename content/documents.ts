import { promises, site } from './site.ts';

/** Copy of invoices and packing slips, besides the order's own data. */
export const documents = {
  /** Explains a '?' printed above it. */
  gaps: (orderNumber: string) =>
    `A "?" stands for a letter that this paper cannot print. The record of order ${orderNumber} keeps every name and address in full.`,
  invoice: {
    title: 'Invoice',
    numberPrefix: 'INV-',
    creditPrefix: 'CN-',
    thanks: 'Thank you for your order.',
    currency: 'All amounts in US dollars.',
  },
  returnSlip: {
    title: 'Return slip',
    from: 'From',
    to: 'Send to',
    noAddress: 'The address on the prepaid label',
    code: 'Return code',
    postage:
      'This slip is no postage. Return shipping is free: stick the prepaid label that we mail you on the parcel, and lay this slip inside.',
    refund: `We refund you within ${promises.refundProcessingDays} business days of receipt.`,
  },
  slip: {
    title: 'Packing slip',
    thanks: `Something missing or damaged? Write to ${site.supportEmail} and we will put it right.`,
    returns: `Return it within ${site.guaranteeDays} days of delivery if it is not for you.`,
  },
};
