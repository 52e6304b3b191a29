import type { invoiceNumberingView } from '#modules/orders/invoice-numbering.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { CheckField, FormFields, type FormLayout } from '../../forms/form-fields.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import { Panel } from '../components/page.tsx';

const modeSentences: Record<PaymentMode, string> = {
  live: 'These are the numbers of live payments.',
  test: 'These are the numbers of test payments. Live payments have their own, which are off until you turn them on.',
  sandbox:
    'These are the numbers of demo payments. Live payments have their own, which are off until you turn them on.',
};

type View = Awaited<ReturnType<typeof invoiceNumberingView>>;

const prefixHint = 'Letters, digits and - . / _ without a digit at the end';

function fieldsOf({ next }: View): FormLayout {
  return [
    { name: 'isOn', kind: 'box', label: 'Number invoices without gaps' },
    [
      { name: 'invoicePrefix', label: 'Prefix of invoices', maxLength: 20, hint: prefixHint },
      {
        name: 'nextInvoice',
        kind: 'count',
        label: 'Next invoice (optional)',
        maxLength: 7,
        hint: `Empty goes on with ${next.invoice}`,
      },
    ],
    [
      { name: 'creditNotePrefix', label: 'Prefix of credit notes', maxLength: 20, hint: prefixHint },
      {
        name: 'nextCreditNote',
        kind: 'count',
        label: 'Next credit note (optional)',
        maxLength: 7,
        hint: `Empty goes on with ${next.creditNote}`,
      },
    ],
  ];
}

/** Setting of gapless numbers for invoices and credit notes. */
export function InvoiceNumbersPanel({ numbering }: { numbering: View }) {
  const { mode, version, isOn, invoicePrefix, creditNotePrefix } = numbering;
  const question = useAnswer('invoices')?.issues.isAgreed;
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
            {question === undefined ? null : (
              <CheckField
                {...fields.box('isAgreed')}
                aria-invalid
                label="Leave out the numbers before it for good"
                hint={question}
              />
            )}
            <p className="text-sm text-soft">
              {`While this is on, each order that is paid gets the next number for its invoice, and each refund the next one for a credit note. Earlier orders keep their numbers. A number can only be raised, and goes on when the prefix changes. ${modeSentences[mode]}`}
            </p>
          </div>
        )}
      </ActionForm>
    </Panel>
  );
}
