export const orderPdfs = {
  invoice: { title: 'Invoice', billedTo: 'Billed to', shippedTo: 'Shipped to', thanks: 'Thank you.' },
  packingSlip: {
    title: 'Packing slip',
    shipTo: 'Ship to',
    delivery: 'Delivery',
    help: 'Enjoy.',
    returns: 'Return it within {guaranteeDays} days.',
  },
  returnSlip: {
    title: 'Return slip',
    sendTo: 'Send to',
    labelAddress: 'The address on the label',
    from: 'From',
    code: 'Return code',
    postage: 'This slip is no postage.',
    refund: 'We refund you within {refundDays} business days.',
  },
};
