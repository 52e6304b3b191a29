import type { TaxAtPlace } from '#modules/orders/correct-address.server.ts';
import { formatUsd } from '#shared/money.ts';

import { ConfirmedForm } from '../components/collapsible-form.tsx';
import { Panel } from '../components/page.tsx';
import type { OrderForms } from './order-fields.ts';

type TaxPanelProps = { tax: TaxAtPlace | null; receiver: string; forms: OrderForms };

/** Tax difference that a corrected address makes, and the refund that settles it. */
export function TaxPanel({ tax, receiver, forms }: TaxPanelProps) {
  if (tax === null) return null;
  const { chargedCents, dueCents, differenceCents, refundCents } = tax;
  const paid = `${formatUsd(dueCents)} was due at this address on the order date. ${formatUsd(chargedCents)} was charged.`;
  const amount = formatUsd(refundCents);
  return (
    <Panel title="Tax at the corrected address" isUrgent={differenceCents < 0} className="mb-6">
      <p>{`Tax is ${formatUsd(Math.abs(differenceCents))} ${differenceCents < 0 ? 'lower' : 'higher'}. ${paid}`}</p>
      {differenceCents > 0 ? (
        <p className="mt-2 text-soft">You cover the difference unless you ask the customer to pay it.</p>
      ) : (
        <ConfirmedForm
          label={`Refund ${amount}…`}
          question={`Refund ${amount} in tax to ${receiver}? This can’t be undone.`}
          name="refund-tax"
          submit={`Refund ${amount}`}
          hidden={{ ...forms.hidden, amount: String(refundCents) }}
        />
      )}
    </Panel>
  );
}
