import type { z } from 'zod';

import { group, line, paragraph } from './document-fields.schema.ts';

const title = line('Title', 30);
const heading = (name: string) => line(name, 40);

/**
 * Words of the PDFs of an order, which fill in that order's days. Numbers, amounts, the currency
 * and the seller are not the owner's to write.
 */
export const orderPdfsSchema = group('Invoices and slips', {
  invoice: group('Invoice', {
    title,
    billedTo: heading('Above the billing address'),
    shippedTo: heading('Above the shipping address'),
    thanks: paragraph('Thank-you line', 300),
  }),
  creditNote: group('Credit note (with consecutive invoice numbers)', {
    title,
    creditedTo: heading('Above the billing address'),
    note: paragraph('How the refund is paid', 300),
  }),
  packingSlip: group('Packing slip', {
    title,
    shipTo: heading('Above the shipping address'),
    delivery: heading('Above the shipping method'),
    help: paragraph('Help with a missing or damaged item', 300),
    returns: paragraph('Note on returns', 300),
  }),
  returnSlip: group('Return slip', {
    title,
    sendTo: heading('Above the destination'),
    labelAddress: line('Destination when no seller address is set', 80),
    from: heading('Above the customer’s address'),
    code: heading('Above the return code'),
    postage: paragraph('Return instructions', 400),
    refund: paragraph('When the refund arrives', 300),
  }),
});

export type OrderPdfs = z.infer<typeof orderPdfsSchema>;

export type OrderPdfKind = keyof OrderPdfs;
