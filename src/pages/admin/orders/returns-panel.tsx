import { use } from 'react';

import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { returnCode, returnStage } from '#modules/orders/returns.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormField } from '../../forms/form-fields.tsx';
import { CanSubmitContext } from '../../forms/can-submit.ts';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { StateBadge } from '../components/badge.tsx';
import { CollapsibleForm } from '../components/collapsible-form.tsx';
import { Panel } from '../components/page.tsx';
import { useCanOpenPage } from '../use-permissions.ts';
import { amountField, nameOfItem, useRefundKey, type PanelProps } from './order-fields.ts';
import { refundWords } from './refund-form.tsx';
import { stageBadges } from './return-stages.ts';

type Return = OrderDetail['returns'][number];

type StepProps = Omit<PanelProps, 'detail'> & { one: Return; maxCents: number };

function Label({ one: { id, labelSentAt, labelUrl }, forms }: StepProps) {
  const hint =
    labelSentAt === null
      ? 'Buy the label from your carrier. The customer gets the link and a return slip by email.'
      : `Sent ${formatDateTime(labelSentAt)}`;
  const label = 'Link to the prepaid label';
  return (
    <ActionForm
      {...forms}
      name="return-label"
      id={id}
      submit={labelSentAt === null ? 'Send label' : 'Send another label'}
      className="mb-4"
      stored={{ labelUrl }}
      fields={[{ name: 'labelUrl', kind: 'url', label, hint, required: true }]}
    />
  );
}

const restocksField: FormField = { name: 'restocks', kind: 'box', label: 'Restock these items' };

function Received({ one, forms }: StepProps) {
  return (
    <ActionForm {...forms} name="return-received" id={one.id} submit="Mark as received" fields={[restocksField]} />
  );
}

function Refund({ one, forms, maxCents, formKey }: StepProps) {
  const key = useRefundKey(formKey, 'return-refunded', one.id);
  const final = refundWords(useFormResponse('return-refunded', one.id));
  if (!use(CanSubmitContext)('return-refunded'))
    return <p className="text-soft">Only an admin can refund this return.</p>;
  if (maxCents === 0)
    return <p>This order has nothing left to refund. Close the return and give that as the reason.</p>;
  const shipping =
    one.shippingCents === 0
      ? ''
      : `, plus ${formatUsd(one.shippingCents)} shipping, refundable when everything is returned`;
  const hint = `Paid: ${formatUsd(one.valueCents)}${shipping}. Available to refund: ${formatUsd(maxCents)}`;
  return (
    <ActionForm
      {...forms}
      name="return-refunded"
      id={one.id}
      submit="Refund return"
      final={final}
      hidden={{ ...forms.hidden, key }}
      stored={{ amount: Math.min(one.valueCents + one.shippingCents, maxCents) }}
      fields={[{ ...amountField, hint }]}
    />
  );
}

const declineReason: FormField = {
  name: 'reason',
  label: 'Reason (shown to the customer)',
  maxLength: 300,
  required: true,
};

function Close({ one: { id }, forms }: StepProps) {
  return (
    <div className="mt-3">
      <CollapsibleForm
        {...forms}
        title="Close without a refund"
        name="return-declined"
        id={id}
        submit="Close return"
        className="pt-2"
        fields={[declineReason]}
      />
    </div>
  );
}

/** Returns of the order: announced, received, refunded. Not shown while there are none. */
export function ReturnsPanel({ detail, forms, formKey }: PanelProps) {
  const opensSlip = useCanOpenPage()('/admin/orders/:number/return-slip.pdf');
  const { returns, order, refundableCents } = detail;
  if (returns.length === 0) return null;
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
                  {formatDateTime(one.closedAt ?? one.receivedAt ?? one.requestedAt)}
                </span>
              </div>
              <p>
                {one.lines.map(({ productId, quantity }) => `${quantity} × ${nameOfItem(order, productId)}`).join(', ')}
              </p>
              <p dir="auto" className="mb-3 text-soft">
                {one.reason === '' ? 'No reason given' : `“${one.reason}”`}
              </p>
              {isOpen && opensSlip ? (
                <a
                  href={`/admin/orders/${order.orderNumber}/return-slip.pdf?return=${one.id}`}
                  className="mb-3 inline-flex min-h-11 items-center text-berry underline underline-offset-4"
                >
                  Return slip
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
    </Panel>
  );
}
