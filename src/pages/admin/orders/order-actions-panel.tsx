import { use, useState, type ReactNode } from 'react';

import { refundReceiver } from '#modules/orders/order-contact.ts';
import { formatUsd } from '#shared/money.ts';
import { addressRules } from '#shared/countries.ts';
import { orderNotes } from '#shared/order-notes.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { FormFields, type FormField, type FormLayout } from '../../forms/form-fields.tsx';
import { ConfirmAddress } from '../../forms/address-fields.tsx';
import { countryOptions, RegionField } from '../../forms/address-fields.tsx';
import { MaySend } from '../../forms/may-send.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { Panel } from '../components/page.tsx';
import { holdReason, reasonField, type PanelProps } from './order-fields.ts';
import { RefundForm } from './refund-form.tsx';

function Cancel({ detail: { order, refundableCents }, forms }: PanelProps) {
  const money =
    refundableCents > 0 ? `${formatUsd(refundableCents)} goes back to ${refundReceiver(order)}` : 'No money goes back';
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
    { name: 'refund', title: 'Refund', Form: RefundForm, isThere: refundableCents > 0 },
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
