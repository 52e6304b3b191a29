import { invoiceNumberingInput, invoiceNumberingRefusals } from '#modules/orders/invoice-numbering.schema.ts';
import { editInvoiceNumbering } from '#modules/orders/invoice-numbering.server.ts';

import { doubt, withParsedFields, replyFromResult } from '../../forms/form-action.server.ts';

const refusedFields = {
  invoice_given: 'nextInvoice',
  credit_note_given: 'nextCreditNote',
  invoice_prefix_used: 'invoicePrefix',
  credit_note_prefix_used: 'creditNotePrefix',
  invoice_prefix_of_orders: 'invoicePrefix',
  credit_note_prefix_of_orders: 'creditNotePrefix',
};

/** Saves the setting of gapless numbers. */
export const saveInvoiceNumbers = withParsedFields(invoiceNumberingInput, async ({ ctx, actor }, input) => {
  const success = input.isOn
    ? 'Saved. New paid orders get consecutive invoice numbers.'
    : 'Saved. Invoices for new paid orders use the order number.';
  const result = await editInvoiceNumbering(ctx, actor, input);
  if (!result.ok && result.reason === 'leaves_out')
    return doubt(invoiceNumberingRefusals.leaves_out, { yes: 'Skip the numbers before it permanently' });
  return replyFromResult(result, invoiceNumberingRefusals, { success, fields: refusedFields });
});
