import { use } from 'react';

import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { reasonMax, returnCode, returnStage } from '#modules/orders/returns.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormField } from '../../forms/form-fields.tsx';
import { MaySend } from '../../forms/may-send.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { StateBadge } from '../components/badge.tsx';
import { FoldedForm } from '../components/folded-form.tsx';
import { Panel } from '../components/page.tsx';
import { ActionFold } from './order-actions-panel.tsx';
import { amountField, unitOptions, useRefundKey, type PanelProps } from './order-fields.ts';
import { ConfirmRefund } from './refund-form.tsx';
import { stageBadges } from './return-stages.ts';

type Return = OrderDetail['returns'][number];

type StepProps = Omit<PanelProps, 'detail'> & { one: Return; maxCents: number };

function Label({ one: { id, labelSentAt, labelUrl }, forms }: StepProps) {
  const hint =
    labelSentAt === null
      ? 'Buy it at your carrier. The customer gets its link, and the slip for the package.'
      : `Sent ${shortMoment(labelSentAt)}`;
  const label = 'Address of the carrier’s prepaid label';
  return (
    <ActionForm
      {...forms}
      name="return-label"
      id={id}
      submit={labelSentAt === null ? 'Send Label' : 'Send Another Label'}
      className="mb-4"
      stored={{ labelUrl }}
      fields={[{ name: 'labelUrl', kind: 'url', label, hint, required: true }]}
    />
  );
}

const restocksField: FormField = { name: 'restocks', kind: 'box', label: 'Put it back into stock' };

function Received({ one, forms }: StepProps) {
  return (
    <ActionForm {...forms} name="return-received" id={one.id} submit="Mark as Received" fields={[restocksField]} />
  );
}

function Refund({ one, forms, maxCents, formKey }: StepProps) {
  const key = useRefundKey(formKey, 'return-refunded', one.id);
  const question = useAnswer('return-refunded', one.id)?.question;
  if (!use(MaySend)('return-refunded')) return <p className="text-soft">An admin refunds this return.</p>;
  if (question === 'sure') return <ConfirmRefund name="return-refunded" id={one.id} />;
  if (maxCents === 0)
    return <p>Nothing of this order is left to refund: close the return, and say so as the reason.</p>;
  const shipping =
    one.shippingCents === 0
      ? ''
      : `, and ${formatUsd(one.shippingCents)} for shipping, which the policy gives back when everything comes back`;
  const hint = `Paid for it: ${formatUsd(one.valueCents)}${shipping}. Left to refund: ${formatUsd(maxCents)}`;
  return (
    <ActionForm
      {...forms}
      name="return-refunded"
      id={one.id}
      submit="Refund Return"
      hidden={{ ...forms.hidden, key }}
      stored={{ amount: Math.min(one.valueCents + one.shippingCents, maxCents) }}
      fields={[{ ...amountField, hint }]}
    />
  );
}

const declineReason: FormField = {
  name: 'reason',
  label: 'Reason, as the customer reads it',
  maxLength: 300,
  required: true,
};

function Close({ one: { id }, forms }: StepProps) {
  return (
    <div className="mt-3">
      <FoldedForm
        {...forms}
        title="Close without a refund"
        name="return-declined"
        id={id}
        submit="Close Return"
        className="pt-2"
        fields={[declineReason]}
      />
    </div>
  );
}

const openReason: FormField = { name: 'reason', label: 'Reason', maxLength: reasonMax, required: true };

type OpenProps = Pick<PanelProps, 'detail' | 'forms'> & { nameOf: (productId: string) => string };

/** Opens a return for a customer who wrote or called, even after the return window has closed. */
function OpenReturn({ detail: { returnable }, forms, nameOf }: OpenProps) {
  const units = returnable.map(({ productId, quantity }): FormField => {
    const field = { name: `return-${productId}`, label: `Comes back: ${nameOf(productId)}` };
    return { ...field, kind: 'choice', options: unitOptions(quantity) };
  });
  const stored = returnable.map(({ productId, quantity }) => [`return-${productId}`, quantity === 1 ? '1' : '0']);
  return (
    <ActionFold id="open-return" name="return-opened" title="Open a return">
      <ActionForm
        {...forms}
        name="return-opened"
        submit="Open Return"
        stored={Object.fromEntries(stored)}
        fields={[...units, openReason]}
      />
    </ActionFold>
  );
}

/** Returns of the order: announced, received, refunded. */
export function ReturnsPanel({ detail, forms, formKey, slipToken }: PanelProps & { slipToken: string }) {
  const { returns, returnable, order, refundableCents } = detail;
  if (returns.length === 0 && returnable.length === 0) return null;
  const nameOf = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? 'Unknown';
  return (
    <Panel title="Returns">
      <ul className="divide-y divide-line">
        {returns.map((one) => {
          const step = { one, forms, maxCents: refundableCents, formKey };
          const isOpen = one.status === 'requested' || one.status === 'received';
          return (
            <li key={one.id} id={returnCode(one.id)} className="scroll-mt-6 py-4 first:pt-0 last:pb-0">
              <div className="mb-2 flex flex-wrap items-center gap-3">
                <StateBadge of={stageBadges[returnStage(one)]} />
                <span className="font-medium">{returnCode(one.id)}</span>
                <span className="text-sm text-soft">
                  {shortMoment(one.closedAt ?? one.receivedAt ?? one.requestedAt)}
                </span>
              </div>
              <p>{one.lines.map(({ productId, quantity }) => `${quantity} × ${nameOf(productId)}`).join(', ')}</p>
              <p className="mb-3 text-soft">{one.reason === '' ? 'No reason given' : `“${one.reason}”`}</p>
              {isOpen ? (
                <a
                  href={`/returns/${one.id}/slip.pdf?token=${encodeURIComponent(slipToken)}`}
                  className="mb-3 inline-flex min-h-11 items-center text-berry underline underline-offset-4"
                >
                  Return Slip
                </a>
              ) : null}
              {one.status === 'requested' ? <Label {...step} /> : null}
              {one.status === 'requested' ? <Received {...step} /> : null}
              {one.status === 'received' ? <Refund {...step} /> : null}
              {isOpen ? <Close {...step} /> : null}
            </li>
          );
        })}
      </ul>
      {returnable.length === 0 ? null : <OpenReturn detail={detail} forms={forms} nameOf={nameOf} />}
    </Panel>
  );
}
