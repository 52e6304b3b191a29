import { use, type ReactNode } from 'react';

import { carrierNames } from '#modules/orders/carriers.ts';
import { refundReceiver } from '#modules/orders/order-contact.ts';
import { hasShipped } from '#modules/orders/order-status.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { isShippable } from '#modules/orders/status-change.ts';
import { formatUsd } from '#shared/money.ts';
import { instructionsMax } from '#shared/address.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import type { Fields } from '#ui/form-response.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { FormFields, type FormField, type FormLayout } from '../../forms/form-fields.tsx';
import { AddressFieldset } from '../../forms/address-fieldset.tsx';
import { CanSubmitContext } from '../../forms/can-submit.ts';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { agreedTaxField, holdReason, reasonField, type PanelProps } from './order-fields.ts';
import { useCarrier } from '../shipping-desk/desk-entries.ts';
import type { MenuEntry } from './action-menu.tsx';
import { OpenReturn } from './open-return.tsx';
import { RefundForm } from './refund-form.tsx';
import { StatusForm } from './status-form.tsx';

function Cancel({ detail: { order, refundableCents }, forms }: PanelProps) {
  const money =
    refundableCents > 0
      ? `${formatUsd(refundableCents)} will be refunded to ${refundReceiver(order)}`
      : 'No refund is due';
  const code = order.couponDiscount === null ? '' : ` The code ${order.couponDiscount.code} can be used again.`;
  const effect = `${money}. All units are restocked.${code}`;
  return (
    <ActionForm
      {...forms}
      name="cancel"
      submit="Cancel order"
      fields={[<p key="money">{effect}</p>, reasonField]}
      final={{ text: `Cancel this order? ${effect}`, yes: 'Yes, cancel this order', keep: 'Keep the order' }}
    />
  );
}

const instructionsField: FormField = {
  name: 'deliveryInstructions',
  kind: 'lines',
  label: 'Delivery instructions (optional)',
  rows: 2,
  maxLength: instructionsMax,
};

/** `countries`: those to choose from for another delivery address. */
type ActionProps = PanelProps & { countries: readonly string[] };

function AddressFields({ fields, countries }: Pick<ActionProps, 'countries'> & { fields: Fields }) {
  return (
    <>
      <AddressFieldset fields={fields} form="address" countries={countries} />
      <FormFields fields={fields} layout={[instructionsField]} />
      <AgreedTax />
    </>
  );
}

/** Sends back the tax that the question named, if any: the box agrees to no other amount. */
function AgreedTax() {
  const agreed = useFormResponse('address')?.values[agreedTaxField];
  return agreed === undefined ? null : <input type="hidden" name={agreedTaxField} value={agreed} />;
}

function Address({ detail: { order }, forms, countries }: ActionProps) {
  const { shippingAddress, deliveryInstructions } = order;
  return (
    <ActionForm {...forms} name="address" submit="Save address" stored={{ ...shippingAddress, deliveryInstructions }}>
      {(fields) => <AddressFields fields={fields} countries={countries} />}
    </ActionForm>
  );
}

const contactLayout: FormLayout = [
  <p key="about">Unsent emails, and emails you send again, go to the new address.</p>,
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
  const about = <p key="about">An order on hold can’t ship until someone releases it.</p>;
  return <ActionForm {...forms} name="hold" submit="Put on hold" fields={[about, holdReason]} />;
}

type ActionFoldProps = {
  title: string;
  /** Name of its form. */
  name: string;
  /** Id of the form, if several have this name. */
  formId?: string;
  id?: string;
  children: ReactNode;
};

/**
 * Folded form that the menu opens. It is not shown until then, except without scripts, or if its
 * answer needs attention.
 */
function ActionFold({ title, name, formId, id = name, children }: ActionFoldProps) {
  const isOpen = useFormResponse(name, formId)?.ok === false;
  if (!use(CanSubmitContext)(name)) return null;
  return (
    <details
      id={id}
      open={isOpen}
      className="mb-6 scroll-mt-6 rounded-card border border-line bg-white px-5 not-open:hidden noscript:not-open:block sm:px-6"
    >
      <summary className="flex min-h-12 items-center pt-2 font-display text-2xl font-medium">{title}</summary>
      <div className="max-w-2xl pt-2 pb-5">{children}</div>
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

function AddPackage({ detail: { order } }: PanelProps) {
  return <StatusForm key={order.version} addsTo={order.status} isInLine hidden={versionOf(order)} />;
}

function ChangeStatus({ detail: { order } }: PanelProps) {
  return <StatusForm key={order.version} known={order} hidden={versionOf(order)} />;
}

const versionOf = ({ orderNumber, version }: OrderDetail['order']) => ({ chosen: `${orderNumber}:${version}` });

/** Id of the fold that marks an order as shipped. */
export const shipFold = 'ship';

/** Forms of the order page's buttons: shipping first, then those of its menu. */
function actionsOf({ order, refundableCents, isCancellable, isErased, hold, returnable }: OrderDetail) {
  return [
    {
      name: 'status',
      id: shipFold,
      formId: 'ship',
      title: 'Mark as shipped',
      Form: Ship,
      isThere: isShippable(order),
    },
    {
      name: 'status',
      id: 'package',
      formId: 'package',
      title: 'Add a package',
      Form: AddPackage,
      isThere: order.trackingNumber !== null && hasShipped(order.status) && order.status !== 'completed',
    },
    { name: 'status', title: 'Change status', Form: ChangeStatus, isThere: true },
    { name: 'refund', title: 'Refund', Form: RefundForm, isThere: refundableCents > 0 },
    {
      name: 'return-opened',
      id: 'open-return',
      title: 'Open a return',
      Form: OpenReturn,
      isThere: returnable.length > 0,
    },
    { name: 'contact', title: 'Edit contact details', Form: Contact, isThere: !isErased },
    { name: 'address', title: 'Edit address', Form: Address, isThere: isCancellable },
    { name: 'hold', title: 'Put on hold', Form: Hold, isThere: isCancellable && hold === null },
    { name: 'cancel', title: 'Cancel order', Form: Cancel, isThere: isCancellable, isDanger: true },
  ].filter(({ isThere }) => isThere);
}

/** Returns the entries of the menu for the forms that a person may send. */
export const formEntries = (detail: OrderDetail, maySend: (form: string) => boolean): MenuEntry[] =>
  actionsOf(detail)
    .filter(({ id, name }) => id !== shipFold && maySend(name))
    .map(({ name, id = name, title, isDanger = false }) => ({ to: `#${id}`, label: title, isDanger }));

/** Folded forms that the buttons and the menu of the page open. */
export function ActionForms(props: ActionProps) {
  return actionsOf(props.detail).map(({ Form, title, ...fold }) => (
    <ActionFold key={`${fold.name} ${fold.id ?? ''}`} {...fold} title={title}>
      <Form {...props} />
    </ActionFold>
  ));
}
