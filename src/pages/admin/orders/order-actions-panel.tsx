import { use, useState, type ReactNode } from 'react';

import { carrierNames } from '#modules/orders/carriers.ts';
import { refundReceiver } from '#modules/orders/order-contact.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { notToShip } from '#modules/orders/ship-orders.ts';
import { formatUsd } from '#shared/money.ts';
import { addressRules } from '#shared/countries.ts';
import { orderNotes } from '#shared/order-notes.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { classes } from '#ui/classes.ts';
import { Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { FormFields, type FormField, type FormLayout } from '../../forms/form-fields.tsx';
import { ConfirmAddress } from '../../forms/address-fields.tsx';
import { countryOptions, RegionField } from '../../forms/address-fields.tsx';
import { MaySend } from '../../forms/may-send.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { holdReason, reasonField, type PanelProps } from './order-fields.ts';
import { useCarrier } from '../shipping-desk/desk-entries.ts';
import type { MenuEntry } from './action-menu.tsx';
import { RefundForm } from './refund-form.tsx';
import { StatusForm } from './status-form.tsx';

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

type ActionFoldProps = {
  title: string;
  /** Name of its form. */
  name: string;
  /** Id of the form, if several have this name. */
  formId?: string;
  id?: string;
  /** True if the menu opens it. It is not shown until then, except without scripts. */
  isInMenu?: boolean;
  children: ReactNode;
};

/** Folded form for rare actions. It opens if its answer needs attention. */
export function ActionFold({ title, name, formId, id = name, isInMenu = false, children }: ActionFoldProps) {
  const isOpen = useAnswer(name, formId)?.ok === false;
  if (!use(MaySend)(name)) return null;
  return (
    <details
      id={id}
      open={isOpen}
      className={
        isInMenu
          ? 'mb-6 scroll-mt-6 rounded-card border border-line bg-white px-5 not-open:hidden noscript:not-open:block sm:px-6'
          : 'border-t border-line first:border-t-0'
      }
    >
      <summary
        className={classes(
          'flex min-h-12 items-center font-medium',
          isInMenu ? 'pt-2 font-display text-2xl' : 'text-berry',
        )}
      >
        {title}
      </summary>
      <div className={classes('pt-2 pb-5', isInMenu && 'max-w-2xl')}>{children}</div>
    </details>
  );
}

/**
 * Tracking number and carrier of an order that ships now. Enter completes it. The carrier is the
 * one that this browser remembers, also for the shipping desk.
 */
function Ship({ detail: { order } }: PanelProps) {
  const [carrier, setCarrier] = useCarrier();
  const carrierName = order.carrierName ?? carrier;
  return (
    <div
      onChange={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === 'carrierName' && carrierNames.includes(value)) setCarrier(value);
      }}
    >
      <StatusForm key={order.version} ships isInLine known={{ ...order, carrierName }} hidden={versionOf(order)} />
    </div>
  );
}

function ChangeStatus({ detail: { order } }: PanelProps) {
  return <StatusForm key={order.version} known={order} hidden={versionOf(order)} />;
}

const versionOf = ({ orderNumber, version }: OrderDetail['order']) => ({ order: `${orderNumber}:${version}` });

/** Id of the fold that marks an order as shipped. */
export const shipFold = 'ship';

/** Forms of the order page's buttons: shipping first, then those of its menu. */
function actionsOf({ order, refundableCents, isCancellable, isErased, hold }: OrderDetail) {
  return [
    {
      name: 'status',
      id: shipFold,
      formId: 'ship',
      title: 'Mark as shipped',
      Form: Ship,
      isThere: notToShip(order) === null,
    },
    { name: 'status', title: 'Change status', Form: ChangeStatus, isThere: true },
    { name: 'refund', title: 'Refund', Form: RefundForm, isThere: refundableCents > 0 },
    { name: 'contact', title: 'Contact', Form: Contact, isThere: !isErased },
    { name: 'address', title: 'Correct the address', Form: Address, isThere: isCancellable },
    { name: 'hold', title: 'Hold', Form: Hold, isThere: isCancellable && hold === null },
    { name: 'cancel', title: 'Cancel order', Form: Cancel, isThere: isCancellable, isDanger: true },
  ].filter(({ isThere }) => isThere);
}

/** Returns the entries of the menu for the forms that a person may send. */
export const formEntries = (detail: OrderDetail, maySend: (form: string) => boolean): MenuEntry[] =>
  actionsOf(detail)
    .filter(({ id, name }) => id !== shipFold && maySend(name))
    .map(({ name, title, isDanger = false }) => ({ to: `#${name}`, label: title, isDanger }));

/** Folded forms that the buttons and the menu of the page open. */
export function ActionForms(props: PanelProps) {
  return actionsOf(props.detail).map(({ Form, title, ...fold }) => (
    <ActionFold key={`${fold.name} ${fold.id ?? ''}`} {...fold} title={title} isInMenu>
      <Form {...props} />
    </ActionFold>
  ));
}
