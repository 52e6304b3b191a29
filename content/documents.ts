import { site } from './site.ts';

/** Copy of invoices and packing slips, besides the order's own data. */
export const documents = {
  /** Explains a '?' printed above it. */
  gaps: (orderNumber: string) =>
    `A "?" stands for a character that can’t be printed here. Order ${orderNumber} keeps every name and address in full.`,
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
      'This slip isn’t postage. Return shipping is free: stick the prepaid label we email you on the package, and put this slip inside.',
    refund: (businessDays: number) => `We refund you within ${businessDays} business days of receipt.`,
  },
  slip: {
    title: 'Packing slip',
    thanks: `Something missing or damaged? Write to ${site.supportEmail} and we’ll make it right.`,
    returns: (guaranteeDays: number) => `Not for you? Return it within ${guaranteeDays} days of delivery.`,
  },
};
