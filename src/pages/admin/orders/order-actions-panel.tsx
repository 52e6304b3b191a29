import { use, useState, type ReactNode } from 'react';

import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { holdReasonMax } from '#modules/orders/order-holds.ts';
import { formatUsd } from '#shared/money.ts';
import { addressRules } from '#shared/countries.ts';
import { orderNotes } from '#shared/order-notes.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { Options, SelectField, type Option } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { FormFields, type FormField, type FormLayout } from '../../forms/form-fields.tsx';
import { ConfirmAddress } from '../../forms/address-fields.tsx';
import { countryOptions, RegionField } from '../../forms/address-fields.tsx';
import { MaySend } from '../../forms/may-send.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { Panel } from '../components/page.tsx';

/** Common properties of an order's forms: the version of the order that the page shows. */
export type OrderForms = { hidden: { version: string }; look: 'second' };

export type PanelProps = {
  detail: OrderDetail;
  forms: OrderForms;
  /** Idempotency key: distinguishes a resent refund from a second one. */
  formKey: string;
};

/** Returns the key of a refund: that of the refused form, otherwise a new one. */
export const useRefundKey = (formKey: string, name: string, id?: string) => useAnswer(name, id)?.values.key ?? formKey;

export const amountField: FormField = { name: 'amount', kind: 'money', label: 'Amount in USD', required: true };
const reasonField: FormField = { name: 'reason', label: 'Reason', maxLength: holdReasonMax };

/** Required reason for holding or releasing an order. */
export const holdReason: FormField = {
  ...reasonField,
  required: true,
  hint: 'Stays in the timeline and the audit log: leave out personal details',
};

export const unitOptions = (max: number): Option[] =>
  Array.from({ length: max + 1 }, (_, units) => ({
    value: String(units),
    label: units === 0 ? 'None' : `${units} ${units === 1 ? 'unit' : 'units'}`,
  }));

function Refund({ detail: { order, refundableCents }, formKey, forms }: PanelProps) {
  const restocks = order.items.flatMap(({ productId, name, quantity, restockedQuantity }): FormField[] => {
    const max = quantity - restockedQuantity;
    const field = { name: `restock-${productId}`, label: `Back into stock: ${name}` };
    return max <= 0 ? [] : [{ ...field, kind: 'choice', options: unitOptions(max) }];
  });
  const amount = { ...amountField, hint: `${formatUsd(refundableCents)} can be refunded` };
  return (
    <ActionForm
      {...forms}
      name="refund"
      submit="Refund"
      hidden={{ ...forms.hidden, key: useRefundKey(formKey, 'refund') }}
      stored={{ amount: refundableCents }}
      fields={[amount, reasonField, ...restocks]}
    />
  );
}

function Cancel({ detail: { order, refundableCents }, forms }: PanelProps) {
  const money = refundableCents > 0 ? `${formatUsd(refundableCents)} goes back to the customer` : 'No money goes back';
  const code = order.couponDiscount === null ? '' : ` Its code ${order.couponDiscount.code} counts as unused again.`;
  const sure: FormField = { name: 'sure', kind: 'box', label: 'Yes, cancel this order', required: true };
  return (
    <ActionForm
      {...forms}
      name="cancel"
      submit="Cancel Order"
      fields={[<p key="money">{`${money}, and the units go back into stock.${code}`}</p>, reasonField, sure]}
    />
  );
}

function AddressFields({ fields }: { fields: Fields }) {
  const [country, setCountry] = useState(fields.field('country').defaultValue);
  const notes = orderNotes.map(({ name, label, max }): FormField => ({
    name,
    kind: 'lines',
    label: `${label} (optional)`,
    rows: 2,
    maxLength: max,
  }));
  return (
    <>
      <SelectField
        {...fields.field('country')}
        label="Country"
        defaultValue={country}
        onChange={(event) => setCountry(event.target.value)}
      >
        <Options options={countryOptions} />
      </SelectField>
      <FormFields
        fields={fields}
        layout={[
          { name: 'street', label: 'Street address', maxLength: 200 },
          { name: 'line2', label: 'Apartment, suite, floor (optional)', maxLength: 200 },
          { name: 'city', label: 'City', maxLength: 100 },
          <RegionField key="state" country={country} field={fields.field('state')} />,
          { name: 'postalCode', label: addressRules(country).postalLabel, maxLength: 20 },
          ...notes,
        ]}
      />
      <ConfirmAddress form="address" box={fields.box} />
    </>
  );
}

function Address({ detail: { order }, forms }: PanelProps) {
  const notes = Object.fromEntries(orderNotes.map(({ name }) => [name, order[name]]));
  return (
    <ActionForm {...forms} name="address" submit="Save Address" stored={{ ...order.shippingAddress, ...notes }}>
      {(fields) => <AddressFields fields={fields} />}
    </ActionForm>
  );
}

const contactLayout: FormLayout = [
  <p key="about">Emails that have not been sent yet, and those that you send again, go to the new address.</p>,
  { name: 'email', label: 'Email', maxLength: 254, spellCheck: false, autoCapitalize: 'none' },
  { name: 'firstName', label: 'First name', maxLength: 100 },
  { name: 'lastName', label: 'Last name', maxLength: 100 },
  { name: 'phone', label: 'Phone', maxLength: phoneTextMax },
];

function Contact({ detail: { order }, forms }: PanelProps) {
  const { email, customer } = order;
  return <ActionForm {...forms} name="contact" submit="Save" stored={{ email, ...customer }} fields={contactLayout} />;
}

function Hold({ forms }: PanelProps) {
  const about = <p key="about">A held order is not shipped until somebody releases it.</p>;
  return <ActionForm {...forms} name="hold" submit="Hold Order" fields={[about, holdReason]} />;
}

type ActionFoldProps = { title: string; name: string; id?: string; children: ReactNode };

/** Folded form for rare actions. It opens if its answer needs attention. */
export function ActionFold({ title, name, id = name, children }: ActionFoldProps) {
  const isOpen = useAnswer(name)?.ok === false;
  if (!use(MaySend)(name)) return null;
  return (
    <details id={id} open={isOpen} className="border-t border-line first:border-t-0">
      <summary className="flex min-h-12 items-center font-medium text-berry">{title}</summary>
      <div className="pb-5 pt-2">{children}</div>
    </details>
  );
}

/** Rare actions: refund, cancel, correct contact or address, hold. */
export function ActionsPanel(props: PanelProps) {
  const { refundableCents, isCancellable, isErased, hold } = props.detail;
  const maySend = use(MaySend);
  const actions = [
    { name: 'refund', title: 'Refund', Form: Refund, isThere: refundableCents > 0 },
    { name: 'cancel', title: 'Cancel order', Form: Cancel, isThere: isCancellable },
    { name: 'contact', title: 'Contact', Form: Contact, isThere: !isErased },
    { name: 'address', title: 'Correct the address', Form: Address, isThere: isCancellable },
    { name: 'hold', title: 'Hold', Form: Hold, isThere: isCancellable && hold === null },
  ].filter(({ isThere, name }) => isThere && maySend(name));
  if (!maySend('contact')) return null;
  return (
    <Panel title="More">
      {actions.map(({ Form, name, title }) => (
        <ActionFold key={name} name={name} title={title}>
          <Form {...props} />
        </ActionFold>
      ))}
      {actions.length === 0 ? (
        <p className="text-soft">
          {maySend('refund')
            ? 'Nothing is left to refund, and the order can no longer be cancelled.'
            : 'This order can no longer be corrected.'}
        </p>
      ) : null}
    </Panel>
  );
}
