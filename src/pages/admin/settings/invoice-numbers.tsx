import type { invoiceNumberingView } from '#modules/orders/invoice-numbering.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { FormFields, type FormLayout } from '../../forms/form-fields.tsx';
import { Panel } from '../components/page.tsx';

const modeSentences: Record<PaymentMode, string> = {
  live: 'These numbers apply to live payments.',
  test: 'These numbers apply to test payments. Live payments have their own, off until you turn them on.',
  sandbox: 'These numbers apply to demo payments. Live payments have their own, off until you turn them on.',
};

type View = Awaited<ReturnType<typeof invoiceNumberingView>>;

const prefixHint = 'Letters, digits and - . / _. Can’t end with a digit';

function fieldsOf({ next }: View): FormLayout {
  return [
    { name: 'isOn', kind: 'box', label: 'Use consecutive invoice numbers' },
    [
      { name: 'invoicePrefix', label: 'Invoice prefix', maxLength: 20, hint: prefixHint },
      {
        name: 'nextInvoice',
        kind: 'count',
        label: 'Next invoice number (optional)',
        maxLength: 7,
        hint: `Leave empty to continue with ${next.invoice}`,
      },
    ],
    [
      { name: 'creditNotePrefix', label: 'Credit note prefix', maxLength: 20, hint: prefixHint },
      {
        name: 'nextCreditNote',
        kind: 'count',
        label: 'Next credit note number (optional)',
        maxLength: 7,
        hint: `Leave empty to continue with ${next.creditNote}`,
      },
    ],
  ];
}

/** Setting of gapless numbers for invoices and credit notes. */
export function InvoiceNumbersPanel({ numbering }: { numbering: View }) {
  const { mode, version, isOn, invoicePrefix, creditNotePrefix } = numbering;
  return (
    <Panel title="Invoice numbers">
      <ActionForm
        key={`${version} ${Object.values(numbering.next).join(' ')}`}
        name="invoices"
        submit="Save invoice numbers"
        look="second"
        hidden={{ version }}
        stored={{ isOn, invoicePrefix, creditNotePrefix }}
      >
        {(fields) => (
          <div className="space-y-5">
            <FormFields fields={fields} layout={fieldsOf(numbering)} />
            <p className="text-sm text-soft">
              {`When on, each paid order gets the next invoice number, and each refund the next credit note number. Past orders keep their numbers. Numbers can only go up, and they continue when you change the prefix. ${modeSentences[mode]}`}
            </p>
          </div>
        )}
      </ActionForm>
    </Panel>
  );
}
