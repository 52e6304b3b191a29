import { useState } from 'react';
import { Link, redirect } from 'react-router';

import { listActiveProducts } from '#modules/catalog/catalog.server.ts';
import { quantityCap, unitPrice } from '#modules/catalog/product.ts';
import { createPhoneOrder } from '#modules/phone-orders/create-phone-order.server.ts';
import {
  findPhoneOrder,
  sendAgain,
  withdrawPhoneOrder,
  type PhoneOrder,
} from '#modules/phone-orders/manage-phone-orders.server.ts';
import { isPayable, payPath, unitsField } from '#modules/phone-orders/phone-order.ts';
import { manageRefusals } from '#modules/phone-orders/phone-orders.schema.ts';
import { readPhoneOrder } from '#modules/phone-orders/read-phone-order.server.ts';
import { addressLines, addressMax } from '#shared/address.ts';
import { addressRules } from '#shared/countries.ts';
import { formatUsd } from '#shared/money.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { isUuid } from '#shared/uuid.ts';
import { Field, Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { ConfirmAddress, countryOptions, RegionField } from '../forms/address-fields.tsx';
import { addressQuestion } from '../forms/confirm-address.server.ts';
import { adminAction, refused, replyTo, type SentForm } from '../forms/form-action.server.ts';
import { FormFields, type FormField, type FormLayout } from '../forms/form-fields.tsx';
import { useAnswer } from '../forms/use-answer.ts';
import type { Route } from './+types/phone-order.ts';
import { adminLoader } from './admin-loader.server.ts';
import { PhoneOrderBadge } from './components/badge.tsx';
import { ConfirmedForm } from './components/folded-form.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { DescriptionList, Lines, Page, Panel } from './components/page.tsx';
import { titled } from './navigation.ts';

export const loader = adminLoader(async ({ ctx, foundOrNew }) => {
  const order = await foundOrNew((id) => findPhoneOrder(ctx.db, id));
  const products = order === null ? await listActiveProducts(ctx.db) : [];
  return {
    order,
    products: products.map((product) => {
      const { id, name, available } = product;
      return { id, name, priceCents: unitPrice(product), left: available === null ? null : quantityCap(available) };
    }),
    publicUrl: ctx.settings.publicUrl,
    key: crypto.randomUUID(),
  };
});

const checkFields = 'Check the marked fields. Nothing was saved.';

/** Stores a new telephone order. The key of the form becomes its id. */
async function create({ ctx, actor, values }: SentForm) {
  const { key = '' } = values;
  if (!isUuid(key)) return refused('This form is too old. Please reload the page. Nothing was saved.');
  const { typed, issues } = readPhoneOrder(values);
  if (Object.keys(issues).length > 0) return refused(checkFields, issues);
  const question = addressQuestion(values);
  if (question !== null) return question;
  const created = await createPhoneOrder(ctx, actor, { id: key, ...typed });
  return created.ok ? redirect(`/admin/phone-orders/${key}?created`) : refused(checkFields, created.issues);
}

export const action = adminAction('/admin/phone-orders/:id', {
  create,
  async send({ ctx, actor, id, values }) {
    const sent = await sendAgain(ctx, actor, {
      id,
      sent: /^\d{1,6}$/.test(values.sent ?? '') ? Number(values.sent) : 0,
    });
    return replyTo(sent, manageRefusals, 'The link is on its way again.');
  },
  async withdraw({ ctx, actor, id }) {
    return replyTo(await withdrawPhoneOrder(ctx, actor, id), manageRefusals, 'The link is withdrawn.');
  },
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = {
  title: 'Telephone order',
  what: 'telephone order',
  back: { to: '/admin/phone-orders', label: 'Telephone orders' },
};
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const contactFields: FormField[] = [
  { name: 'email', label: 'Email', maxLength: 254, required: true, spellCheck: false, autoCapitalize: 'none' },
  { name: 'phone', label: 'Phone', maxLength: phoneTextMax, required: true },
];
const nameFields: FormField[] = [
  { name: 'firstName', label: 'First name', maxLength: 100, required: true },
  { name: 'lastName', label: 'Last name', maxLength: 100, required: true },
];

const streetFields: FormLayout = [
  [
    { name: 'street', label: 'Street address', maxLength: addressMax.street, required: true },
    { name: 'line2', label: 'Apartment, suite, floor (optional)', maxLength: addressMax.line2 },
  ],
  { name: 'city', label: 'City', maxLength: addressMax.city, required: true },
];

function AddressFields({ fields }: { fields: Fields }) {
  const chosen = fields.field('country');
  const [country, setCountry] = useState(chosen.defaultValue);
  return (
    <>
      <SelectField {...chosen} label="Country" onChange={({ target }) => setCountry(target.value)}>
        <Options options={countryOptions} />
      </SelectField>
      <FormFields fields={fields} layout={streetFields} />
      <div className="grid gap-5 sm:grid-cols-2">
        <RegionField country={country} field={fields.field('state')} />
        <Field
          {...fields.field('postalCode')}
          label={addressRules(country).postalLabel}
          maxLength={addressMax.postalCode}
          autoComplete="off"
          required
        />
      </div>
      <ConfirmAddress form="create" box={fields.box} />
    </>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function stockText(left: number | null): string {
  if (left === null) return '';
  return left === 0 ? ', sold out' : `, ${left} in stock`;
}

function NewPhoneOrder({ products, formKey }: Pick<Loaded, 'products'> & { formKey: string }) {
  // A refused form keeps its key, so that sending it twice makes one order.
  const key = useAnswer('create')?.values.key ?? formKey;
  const units = products.map(({ id, name, priceCents, left }): FormField => ({
    name: unitsField(id),
    kind: 'count',
    label: `Units of ${name}`,
    hint: `${formatUsd(priceCents)} each${stockText(left)}`,
    maxLength: 2,
  }));
  const [first] = products;
  const only = first === undefined || products.length > 1 ? {} : { [unitsField(first.id)]: '1' };
  return (
    <Panel title="Order" className="max-w-3xl">
      <ActionForm
        name="create"
        submit="Create and email the link"
        busyText="Creating..."
        stored={{ country: 'US', ...only }}
        hidden={{ key }}
        fields={[...units, contactFields, nameFields]}
      >
        {(fields) => (
          <>
            <AddressFields fields={fields} />
            <p className="text-soft">
              Nothing is reserved until the customer opens the checkout. Shipping, tax and discounts are added there.
            </p>
          </>
        )}
      </ActionForm>
    </Panel>
  );
}

function Contact({ order: { email, customer, shippingAddress } }: { order: PhoneOrder }) {
  if (email === null || customer === null || shippingAddress === null)
    return <p className="text-soft">The contact was erased.</p>;
  return (
    <>
      <DescriptionList
        facts={[
          ['Email', email],
          ['Phone', customer.phone],
        ]}
      />
      <div className="mt-4 border-t border-line pt-4">
        <Lines lines={[`${customer.firstName} ${customer.lastName}`, ...addressLines(shippingAddress)]} />
      </div>
    </>
  );
}

function PaymentLink({ order, publicUrl }: { order: PhoneOrder; publicUrl: string }) {
  const { id, state, orderNumber, sent } = order;
  if (orderNumber !== null)
    return (
      <p>
        {'Paid with order '}
        <Link to={`/admin/orders/${orderNumber}`} className="font-medium text-berry underline underline-offset-4">
          {orderNumber}
        </Link>
      </p>
    );
  if (!isPayable(state)) return <p className="text-soft">The link has ended. Take a new order to send another one.</p>;
  return (
    <>
      <code className="block break-all rounded-xl bg-cream p-4 select-all">{`${publicUrl}${payPath(id)}`}</code>
      <p className="mt-2 text-sm text-soft">Whoever has this link sees the address and can pay.</p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <ActionForm name="send" submit="Send again" look="second" hidden={{ sent: String(sent) }} />
        <ConfirmedForm
          label="Withdraw"
          question="The link and an open checkout can then no longer be paid. Withdraw it?"
          name="withdraw"
          submit="Withdraw the link"
        />
      </div>
    </>
  );
}

function KnownPhoneOrder({ order, publicUrl }: { order: PhoneOrder; publicUrl: string }) {
  const { items, takenBy, createdAt, expiresAt, openedAt, withdrawnAt, sent, sentAt } = order;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="min-w-0 space-y-6">
        <Panel title="Payment link">
          <PaymentLink order={order} publicUrl={publicUrl} />
        </Panel>
        <Panel title="Items">
          <DescriptionList facts={items.map(({ name, quantity }) => [name, `× ${quantity}`] as const)} />
        </Panel>
      </div>
      <div className="space-y-6">
        <Panel title="Customer">
          <Contact order={order} />
        </Panel>
        <Panel title="History">
          <DescriptionList
            facts={[
              ['Taken', `${shortMoment(createdAt)} by ${takenBy}`],
              ['Emailed', sent === 1 ? shortMoment(sentAt) : `${sent} times, last ${shortMoment(sentAt)}`],
              ['First opened', openedAt === null ? 'Not yet' : shortMoment(openedAt)],
              withdrawnAt === null ? ['Valid until', shortMoment(expiresAt)] : ['Withdrawn', shortMoment(withdrawnAt)],
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}

const nameOf = ({ customer }: PhoneOrder) =>
  customer === null ? page.title : `${customer.firstName} ${customer.lastName}`;

export default function PhoneOrderPage({ loaderData: { order, products, publicUrl, key } }: Route.ComponentProps) {
  return (
    <Page
      title={order === null ? 'New telephone order' : nameOf(order)}
      lead={order === null ? undefined : <PhoneOrderBadge order={order} />}
      back={page.back}
      arrival="The order is stored, and its link is on its way to the customer."
    >
      {order === null ? (
        <NewPhoneOrder products={products} formKey={key} />
      ) : (
        <KnownPhoneOrder order={order} publicUrl={publicUrl} />
      )}
    </Page>
  );
}
