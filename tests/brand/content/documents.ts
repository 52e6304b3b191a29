export const documents = {
  gaps: (orderNumber: string) =>
    `Each "?" above is a letter that cannot be printed here; the record of ${orderNumber} has names and addresses in full.`,
  invoice: {
    title: 'Invoice',
    numberPrefix: 'INV-',
    creditPrefix: 'CN-',
    thanks: 'Thank you.',
    currency: 'All amounts in US dollars.',
  },
  returnSlip: {
    title: 'Return slip',
    from: 'From',
    to: 'Send to',
    noAddress: 'The address on the label',
    code: 'Return code',
    postage: 'This slip is no postage.',
    refund: (days: number) => `We refund you within ${days} business days.`,
  },
  slip: { title: 'Packing slip', thanks: 'Enjoy.', returns: (days: number) => `Return it within ${days} days.` },
};
