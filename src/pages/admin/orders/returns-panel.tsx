import type { OrderDetail } from '#modules/buying/orders/detail/service.server.ts';
import { reasonMax, returnCode } from '#modules/buying/orders/returns/rules.ts';
import { shortMoment } from '#shared/moments.ts';
import { formatUsd } from '#shared/money.ts';
import { Field, SelectField } from '#ui/field.tsx';

import { Badge, type Tone } from '../parts/badge.tsx';
import { Panel } from '../parts/panel.tsx';
import { ActionForm, Fold, outcomeOf, type FormContext } from './action-form.tsx';

type Return = OrderDetail['returns'][number];

const words: Record<Return['status'], [string, Tone]> = {
  requested: ['Requested', 'active'],
  received: ['Received', 'active'],
  refunded: ['Refunded', 'good'],
  declined: ['Closed', 'plain'],
};

type Step = { one: Return; context: FormContext; mostCents: number; formKey: string };

function Label({ one, context }: Step) {
  const about = ['return', one.id] as const;
  const outcome = outcomeOf(context, 'return-label', about);
  return (
    <ActionForm
      {...context}
      intent="return-label"
      about={about}
      submit={one.labelSentAt === null ? 'Send Label' : 'Send Another Label'}
      className="mb-4"
    >
      <Field
        id={`label-${one.id}`}
        name="labelUrl"
        type="url"
        label="Address of the carrier’s prepaid label"
        autoComplete="off"
        required
        hint={
          one.labelSentAt === null
            ? 'Buy it at your carrier. The customer gets its link, and the slip for the parcel.'
            : `Sent ${shortMoment(one.labelSentAt)}`
        }
        error={outcome?.issues.labelUrl}
        defaultValue={outcome?.typed.labelUrl ?? one.labelUrl ?? ''}
      />
    </ActionForm>
  );
}

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
  const amountCents = Math.min(one.valueCents + one.shippingCents, mostCents);
  const shipping =
    one.shippingCents === 0
      ? ''
      : `, and ${formatUsd(one.shippingCents)} for shipping, which the policy gives back when everything comes back`;
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
        hint={`Paid for it: ${formatUsd(one.valueCents)}${shipping}. Left to refund: ${formatUsd(mostCents)}`}
        error={outcome?.issues.amount}
        defaultValue={outcome?.typed.amount ?? (amountCents / 100).toFixed(2)}
      />
    </ActionForm>
  );
}

function Close({ one, context }: Step) {
  const outcome = outcomeOf(context, 'return-declined', ['return', one.id]);
  return (
    <details className="mt-3" open={outcome?.ok === false}>
      <summary className="flex min-h-11 items-center text-berry">Close without a refund</summary>
      <ActionForm
        {...context}
        intent="return-declined"
        about={['return', one.id]}
        submit="Close Return"
        className="pt-2"
      >
        <Field
          id={`decline-${one.id}`}
          name="reason"
          label="Reason, as the customer reads it"
          maxLength={300}
          autoComplete="off"
          required
          error={outcome?.issues.reason}
          defaultValue={outcome?.typed.reason ?? ''}
        />
      </ActionForm>
    </details>
  );
}

type OpenProps = { detail: OrderDetail; context: FormContext; nameOf: (productId: string) => string };

/** For a customer who wrote or called: also when the published window has closed. */
function OpenReturn({ detail, context, nameOf }: OpenProps) {
  const outcome = outcomeOf(context, 'return-opened');
  return (
    <Fold id="open-return" title="Open a return" isOpen={outcome?.ok === false}>
      <ActionForm {...context} intent="return-opened" submit="Open Return">
        {detail.returnable.map(({ productId, quantity }) => (
          <SelectField
            key={productId}
            id={`return-${productId}`}
            name={`return-${productId}`}
            label={`Comes back: ${nameOf(productId)}`}
            defaultValue={outcome?.typed[`return-${productId}`] ?? (quantity === 1 ? 1 : 0)}
          >
            {Array.from({ length: quantity + 1 }, (_, units) => (
              <option key={units} value={units}>
                {units === 0 ? 'None' : `${units} ${units === 1 ? 'unit' : 'units'}`}
              </option>
            ))}
          </SelectField>
        ))}
        <Field
          id="open-return-reason"
          name="reason"
          label="Reason"
          maxLength={reasonMax}
          autoComplete="off"
          required
          error={outcome?.issues.reason}
          defaultValue={outcome?.typed.reason ?? ''}
        />
      </ActionForm>
    </Fold>
  );
}

type ReturnsProps = { detail: OrderDetail; context: FormContext; formKey: string; slipToken: string };

/** What comes back: announced, received, refunded. */
export function ReturnsPanel({ detail, context, formKey, slipToken }: ReturnsProps) {
  const { returns, returnable, order, refundableCents } = detail;
  if (returns.length === 0 && returnable.length === 0) return null;
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
                <span className="font-medium">{returnCode(one.id)}</span>
                <span className="text-sm text-soft">
                  {shortMoment(one.closedAt ?? one.receivedAt ?? one.requestedAt)}
                </span>
              </div>
              <p>{one.lines.map(({ productId, quantity }) => `${quantity} × ${nameOf(productId)}`).join(', ')}</p>
              <p className="mb-3 text-soft">“{one.reason}”</p>
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
      {returnable.length === 0 ? null : <OpenReturn detail={detail} context={context} nameOf={nameOf} />}
    </Panel>
  );
}
