import { site } from './site.ts';

export const documents = {
  seller: { name: site.name, lines: [] as readonly string[], email: site.supportEmail },
  invoice: {
    title: 'Invoice',
    numberPrefix: 'INV-',
    creditPrefix: 'CN-',
    thanks: 'Thank you.',
    currency: 'All amounts in US dollars.',
  },
  slip: { title: 'Packing slip', thanks: 'Enjoy.', returns: `Return it within ${site.guaranteeDays} days.` },
};
