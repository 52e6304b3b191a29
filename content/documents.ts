import { site } from './site.ts';

/** What stands on invoices and packing slips beside the order itself. */
export const documents = {
  /** Who sells. A real shop writes its legal name here, and its address and tax number line by line. */
  seller: { name: site.name, lines: [] as readonly string[], email: site.supportEmail },
  invoice: {
    title: 'Invoice',
    numberPrefix: 'INV-',
    creditPrefix: 'CN-',
    thanks: 'Thank you for your order.',
    currency: 'All amounts in US dollars.',
  },
  slip: {
    title: 'Packing slip',
    thanks: `Something missing or damaged? Write to ${site.supportEmail} and we will put it right.`,
    returns: `Return it within ${site.guaranteeDays} days of delivery if it is not for you.`,
  },
};
