/** Words of an empty shop's invoices and slips. */
export const orderPdfs = {
  invoice: {
    title: 'Invoice',
    billedTo: 'Billed to',
    shippedTo: 'Shipped to',
    thanks: 'Thank you for your order.',
  },
  creditNote: {
    title: 'Credit note',
    creditedTo: 'Credited to',
    note: 'The amount goes back to the payment method of the order.',
  },
  packingSlip: {
    title: 'Packing slip',
    shipTo: 'Ship to',
    delivery: 'Delivery',
    help: 'Something missing or damaged? Write to {supportEmail} and we’ll make it right.',
    returns: 'Not for you? Return it within {guaranteeDays} days of delivery.',
  },
  returnSlip: {
    title: 'Return slip',
    sendTo: 'Send to',
    labelAddress: 'The address on the prepaid label',
    from: 'From',
    code: 'Return code',
    postage:
      'This slip isn’t postage. Return shipping is free: stick the prepaid label we email you on the package, and put this slip inside.',
    refund: 'We refund you within {refundDays} business days of receipt.',
  },
};
