import { formatUsd } from '#shared/money.ts';

import { ConfirmedForm } from '../components/folded-form.tsx';
import { Panel } from '../components/page.tsx';
import type { OrderForms } from './order-fields.ts';
import type { OpenTax } from './tax-difference.server.ts';

type TaxPanelProps = { tax: OpenTax | null; receiver: string; forms: OrderForms };

/** Tax difference that a corrected address makes, and the refund that settles it. */
export function TaxPanel({ tax, receiver, forms }: TaxPanelProps) {
  if (tax === null) return null;
  const { chargedCents, dueCents, differenceCents, refundCents } = tax;
  const paid = `${formatUsd(dueCents)} is due there on the day of the order, ${formatUsd(chargedCents)} was charged.`;
  const amount = formatUsd(refundCents);
  return (
    <Panel title="Tax at the corrected address" isUrgent={differenceCents < 0} className="mb-6">
      <p>{`The tax is ${formatUsd(Math.abs(differenceCents))} ${differenceCents < 0 ? 'lower' : 'higher'}: ${paid}`}</p>
      {differenceCents > 0 ? (
        <p className="mt-2 text-soft">The shop bears the difference, unless you ask the customer for it.</p>
      ) : (
        <ConfirmedForm
          label={`Refund ${amount}…`}
          question={`Refund ${amount} of tax to ${receiver}? The money leaves at once.`}
          name="refund-tax"
          submit={`Refund ${amount}`}
          hidden={{ ...forms.hidden, amount: String(refundCents) }}
        />
      )}
    </Panel>
  );
}
