import type { OrderDetail } from '#modules/orders/detail.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { formatUsd } from '#shared/money.ts';
import { Field } from '#ui/field.tsx';

import { Badge, type Tone } from '../parts/badge.tsx';
import { Panel } from '../parts/panel.tsx';
import { ActionForm, outcomeOf, type FormContext } from './action-form.tsx';

type Return = OrderDetail['returns'][number];

const words: Record<Return['status'], [string, Tone]> = {
  requested: ['Requested', 'active'],
  received: ['Received', 'active'],
  refunded: ['Refunded', 'good'],
  declined: ['Closed', 'plain'],
};

type Step = { one: Return; context: FormContext; mostCents: number; formKey: string };

function Received({ one, context }: Step) {
  return (
    <ActionForm {...context} intent="return-received" about={['return', one.id]} submit="Mark as Received">
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="restocks" className="size-5 accent-berry" /> Put it back into stock
      </label>
    </ActionForm>
  );
}

function Refund({ one, context, mostCents, formKey }: Step) {
  const about = ['return', one.id] as const;
  const outcome = outcomeOf(context, 'return-refunded', about);
  const amountCents = Math.min(one.valueCents, mostCents);
  return (
    <ActionForm {...context} intent="return-refunded" about={about} submit="Refund Return">
      <input type="hidden" name="key" value={outcome?.typed.key ?? formKey} />
      <Field
        id={`return-amount-${one.id}`}
        name="amount"
        label="Amount in USD"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`Paid for it: ${formatUsd(one.valueCents)}. Left to refund: ${formatUsd(mostCents)}`}
        error={outcome?.issues.amount}
        defaultValue={outcome?.typed.amount ?? (amountCents / 100).toFixed(2)}
      />
    </ActionForm>
  );
}

function Close({ one, context }: Step) {
  return (
    <details className="mt-3">
      <summary className="flex min-h-11 items-center text-berry">Close without a refund</summary>
      <ActionForm
        {...context}
        intent="return-declined"
        about={['return', one.id]}
        submit="Close Return"
        className="pt-2"
      >
        <Field id={`decline-${one.id}`} name="reason" label="Reason" maxLength={300} autoComplete="off" />
      </ActionForm>
    </details>
  );
}

type ReturnsProps = { detail: OrderDetail; context: FormContext; formKey: string };

/** What comes back: announced, received, refunded. */
export function ReturnsPanel({ detail: { returns, order, refundableCents }, context, formKey }: ReturnsProps) {
  if (returns.length === 0) return null;
  const nameOf = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? 'Unknown';
  return (
    <Panel title="Returns">
      <ul className="divide-y divide-line">
        {returns.map((one) => {
          const [word, tone] = words[one.status];
          const step = { one, context, mostCents: refundableCents, formKey };
          const isOpen = one.status === 'requested' || one.status === 'received';
          return (
            <li key={one.id} className="py-4 first:pt-0 last:pb-0">
              <div className="mb-2 flex flex-wrap items-center gap-3">
                <Badge tone={tone}>{word}</Badge>
                <span className="text-sm text-soft">
                  {shortMoment(one.closedAt ?? one.receivedAt ?? one.requestedAt)}
                </span>
              </div>
              <p>{one.lines.map(({ productId, quantity }) => `${quantity} × ${nameOf(productId)}`).join(', ')}</p>
              <p className="mb-3 text-soft">“{one.reason}”</p>
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
