import { use } from 'react';

import { awaitsEvidence, disputeStage, disputeUrl } from '#modules/orders/disputes.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { formatUsd } from '#shared/money.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';
import { CanSubmitContext } from '../../forms/can-submit.ts';
import { Panel } from '../components/page.tsx';
import { holdReason, type PanelProps } from './order-fields.ts';
import { openFold } from './action-menu.tsx';

/** Link to a page at Stripe, in a tab of its own. */
export const StripeLink = ({ to, label }: { to: string; label: string }) => (
  <a
    href={to}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-11 items-center font-medium text-berry underline underline-offset-4"
  >
    {`${label} (new tab)`}
  </a>
);

type Dispute = OrderDetail['disputes'][number];

function deadline(dispute: Dispute): string {
  if (!awaitsEvidence(dispute)) return 'Response submitted to the bank';
  const { evidenceDueAt } = dispute;
  return evidenceDueAt === null ? 'Respond soon' : `Respond by ${formatDateTime(evidenceDueAt)}`;
}

/** Undecided dispute: amount, reason, deadline and its page at Stripe. */
function DisputeEntry({ dispute, mode }: { dispute: Dispute; mode: PaymentMode }) {
  const { amountCents, providerId, reason, status } = dispute;
  const url = disputeUrl(mode, providerId);
  const verb = disputeStage(status) === 'inquiry' ? 'under inquiry' : 'disputed';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>
        <b className="font-medium">{`${formatUsd(amountCents)} ${verb}: ${reason.replaceAll('_', ' ')}`}</b>
        <span className="block">{deadline(dispute)}</span>
      </span>
      {url === null ? (
        <code className="text-sm break-all text-soft">{providerId}</code>
      ) : (
        <StripeLink to={url} label={awaitsEvidence(dispute) ? 'Respond in Stripe' : 'View in Stripe'} />
      )}
    </li>
  );
}

/** Reason why an order is held, its disputes, and its release where that can work. */
export function HeldPanel({ detail, forms, mode }: PanelProps & { mode: PaymentMode }) {
  const { hold, isCancellable, refundableCents } = detail;
  const mayCancel = use(CanSubmitContext)('cancel');
  if (hold === null) return null;
  const { disputes, todo, unreleasable, why } = hold;
  const cancel = (
    <ButtonLink to="#cancel" look="second" onClick={() => openFold('cancel')}>
      {refundableCents > 0 ? 'Cancel and refund' : 'Cancel order'}
    </ButtonLink>
  );
  return (
    <Panel
      title={disputes.length > 0 ? 'Disputed' : 'On hold'}
      aside={isCancellable && mayCancel ? cancel : undefined}
      isUrgent
      className="mb-6"
    >
      <p className="font-medium">{why}</p>
      <p>{todo}</p>
      {disputes.length === 0 ? null : (
        <ul className="mt-4 space-y-3">
          {disputes.map((dispute) => (
            <DisputeEntry key={dispute.id} dispute={dispute} mode={mode} />
          ))}
        </ul>
      )}
      {unreleasable === null ? (
        <ActionForm
          {...forms}
          name="release"
          submit="Release order"
          look="primary"
          className="mt-4 max-w-xl"
          fields={[holdReason]}
        />
      ) : (
        <p className="mt-4">{`This order can’t be released yet. ${unreleasable}`}</p>
      )}
    </Panel>
  );
}
