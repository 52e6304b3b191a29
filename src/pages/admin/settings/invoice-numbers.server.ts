import { invoiceNumberingInput, invoiceNumberingRefusals } from '#modules/orders/invoice-numbering.schema.ts';
import { editInvoiceNumbering } from '#modules/orders/invoice-numbering.server.ts';

import { parsed, replyTo } from '../../forms/form-action.server.ts';

const refusedFields = {
  invoice_given: 'nextInvoice',
  credit_note_given: 'nextCreditNote',
  invoice_prefix_used: 'invoicePrefix',
  credit_note_prefix_used: 'creditNotePrefix',
  invoice_prefix_of_orders: 'invoicePrefix',
  credit_note_prefix_of_orders: 'creditNotePrefix',
  leaves_out: 'isAgreed',
};

/** Saves the setting of gapless numbers. */
export const saveInvoiceNumbers = parsed(invoiceNumberingInput, async ({ ctx, actor }, input) => {
  const success = input.isOn
    ? 'Saved. Orders paid from now on get a number without a gap.'
    : 'Saved. Orders paid from now on have invoices numbered by the order.';
  const result = await editInvoiceNumbering(ctx, actor, input);
  return replyTo(result, invoiceNumberingRefusals, { success, fields: refusedFields });
});
