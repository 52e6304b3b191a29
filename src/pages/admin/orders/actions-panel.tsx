import { useState } from 'react';

import type { OrderDetail } from '#modules/buying/orders/detail/service.server.ts';
import { formatUsd } from '#shared/money.ts';
import { addressRules, countries, regionCode, regionsOf } from '#shared/countries.ts';
import { orderNotes } from '#shared/order-notes.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';

import { Panel } from '../parts/panel.tsx';
import { ActionForm, Fold, outcomeOf, type FormContext } from './action-form.tsx';
import { HoldReason, Reason } from './reason-field.tsx';

type Props = { detail: OrderDetail; formKey: string; context: FormContext };

function Refund({ detail, formKey, context }: Props) {
  const { order, refundableCents } = detail;
  const outcome = outcomeOf(context, 'refund');
  const typed = outcome?.typed ?? {};
  return (
    <ActionForm {...context} intent="refund" submit="Refund">
      <input type="hidden" name="key" value={typed.key ?? formKey} />
      <Field
        id="refund-amount"
        name="amount"
        label="Amount in USD"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`${formatUsd(refundableCents)} can be refunded`}
        error={outcome?.issues.amount}
        defaultValue={typed.amount ?? (refundableCents / 100).toFixed(2)}
      />
      <Reason context={context} intent="refund" />
      {order.items.map(({ productId, name, quantity, restockedQuantity }) => {
        const most = quantity - restockedQuantity;
        if (most <= 0) return null;
        return (
          <SelectField
            key={productId}
            id={`restock-${productId}`}
            name={`restock-${productId}`}
            label={`Back into stock: ${name}`}
            defaultValue={typed[`restock-${productId}`] ?? '0'}
          >
            {Array.from({ length: most + 1 }, (_, units) => (
              <option key={units} value={units}>
                {units === 0 ? 'None' : `${units} ${units === 1 ? 'unit' : 'units'}`}
              </option>
            ))}
          </SelectField>
        );
      })}
    </ActionForm>
  );
}

function Cancel({ detail: { refundableCents }, context }: Props) {
  const money = refundableCents > 0 ? `${formatUsd(refundableCents)} goes back to the customer` : 'No money goes back';
  return (
    <ActionForm {...context} intent="cancel" submit="Cancel Order">
      <p>{money}, and the units go back into stock.</p>
      <Reason context={context} intent="cancel" />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="sure" required className="size-5 accent-berry" /> Yes, cancel this order
      </label>
    </ActionForm>
  );
}

function Place({ country, typed, error }: { country: string; typed: string; error: string | undefined }) {
  const { stateLabel, stateRequired } = addressRules(country);
  const regions = regionsOf(country);
  const common = { id: 'state', name: 'state', label: stateRequired ? stateLabel : `${stateLabel} (optional)`, error };
  if (regions.length === 0) return <Field {...common} defaultValue={typed} maxLength={100} />;
  return (
    <SelectField {...common} key={country} defaultValue={regionCode(country, typed) ?? ''}>
      <option value="">Choose…</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Address({ detail: { order }, context }: Props) {
  const outcome = outcomeOf(context, 'address');
  const known: Record<string, string | undefined> = { ...order.shippingAddress };
  const valueOf = (name: string) => outcome?.typed[name] ?? known[name] ?? '';
  const [country, setCountry] = useState(valueOf('country'));
  const bind = (name: string) => ({ id: name, name, error: outcome?.issues[name], defaultValue: valueOf(name) });
  return (
    <ActionForm {...context} intent="address" submit="Save Address">
      <SelectField
        {...bind('country')}
        label="Country"
        defaultValue={country}
        onChange={(event) => setCountry(event.target.value)}
      >
        {countries.map((code) => (
          <option key={code} value={code}>
            {addressRules(code).name}
          </option>
        ))}
      </SelectField>
      <Field {...bind('street')} label="Street address" maxLength={200} />
      <Field {...bind('line2')} label="Apartment, suite, floor (optional)" maxLength={200} />
      <Field {...bind('city')} label="City" maxLength={100} />
      <Place country={country} typed={valueOf('state')} error={outcome?.issues.state} />
      <Field {...bind('postalCode')} label={addressRules(country).postalLabel} maxLength={20} />
      {orderNotes.map(({ name, label, max }) => (
        <TextAreaField
          key={name}
          id={name}
          name={name}
          label={`${label} (optional)`}
          rows={2}
          maxLength={max}
          defaultValue={outcome?.typed[name] ?? order[name]}
        />
      ))}
    </ActionForm>
  );
}

/** What is not done to every order: refund, cancel, correct the address, hold. */
export function ActionsPanel(props: Props) {
  const { detail, context } = props;
  const isOpen = (intent: string) => outcomeOf(context, intent)?.ok === false;
  const hasLeft = !detail.isCancellable;
  return (
    <Panel title="More">
      {detail.refundableCents === 0 ? null : (
        <Fold id="refund" title="Refund" isOpen={isOpen('refund')}>
          <Refund {...props} />
        </Fold>
      )}
      {hasLeft ? null : (
        <>
          <Fold id="cancel" title="Cancel order" isOpen={isOpen('cancel')}>
            <Cancel {...props} />
          </Fold>
          <Fold id="address" title="Correct the address" isOpen={isOpen('address')}>
            <Address {...props} />
          </Fold>
        </>
      )}
      {hasLeft || detail.hold !== null ? null : (
        <Fold id="hold" title="Hold" isOpen={isOpen('hold')}>
          <ActionForm {...context} intent="hold" submit="Hold Order">
            <p>A held order is not shipped until somebody releases it.</p>
            <HoldReason context={context} intent="hold" />
          </ActionForm>
        </Fold>
      )}
      {hasLeft && detail.refundableCents === 0 ? (
        <p className="text-soft">Nothing is left to refund, and the order can no longer be cancelled.</p>
      ) : null}
    </Panel>
  );
}
