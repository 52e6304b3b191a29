import { Link, redirect } from 'react-router';

import { listActiveProducts } from '#modules/catalog/products.queries.server.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { createPhoneOrder } from '#modules/phone-orders/create-phone-order.server.ts';
import { sendAgain, withdrawPhoneOrder } from '#modules/phone-orders/manage-phone-orders.server.ts';
import { findPhoneOrder, type PhoneOrder } from '#modules/phone-orders/phone-orders.queries.server.ts';
import { isPayable, payPath, unitsField } from '#modules/phone-orders/phone-order.ts';
import { manageRefusals } from '#modules/phone-orders/phone-orders.schema.ts';
import { findSoldCountries } from '#modules/shipping/sold-countries.queries.server.ts';
import { homeCountry } from '#modules/shipping/shipping-terms.ts';
import { addressLines } from '#shared/address.ts';
import { formatUsd } from '#shared/money.ts';
import { phoneTextMax } from '#shared/phone-number.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { isUuid } from '#shared/uuid.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { AddressFieldset, confirmField } from '../forms/address-fieldset.tsx';
import { doubtQuestion } from '../forms/confirm-address.server.ts';
import { final, adminAction, formError, replyFromResult, type SentForm } from '../forms/form-action.server.ts';
import type { FormField } from '../forms/form-fields.tsx';
import { useFormResponse } from '../forms/use-form-response.ts';
import type { Route } from './+types/phone-order.ts';
import { adminLoader } from './admin-loader.server.ts';
import { PhoneOrderBadge } from './components/badge.tsx';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { DescriptionList, Lines, AdminPage, Panel } from './components/page.tsx';
import { titled } from './navigation.ts';

export const loader = adminLoader(async ({ ctx, foundOrNew }) => {
  const order = await foundOrNew((id) => findPhoneOrder(ctx.db, id));
  const products = order === null ? await listActiveProducts(ctx.db) : [];
  return {
    order,
    products: products.map((product) => {
      const { id, name, available } = product;
      return { id, name, priceCents: unitPrice(product), left: available === null ? null : Math.max(0, available) };
    }),
    countries: await findSoldCountries(ctx.db),
    publicUrl: ctx.settings.publicUrl,
    key: crypto.randomUUID(),
  };
});

const checkFields = 'Check the highlighted fields. Nothing was saved.';

/** Stores a new phone order. The key of the form becomes its id. */
async function create({ ctx, actor, values }: SentForm) {
  const { key = '' } = values;
  if (!isUuid(key)) return formError('This form has expired. Nothing was saved. Reload the page and try again.');
  const isAddressConfirmed = values[confirmField] === 'on';
  const created = await createPhoneOrder(ctx, actor, { id: key, values, isAddressConfirmed });
  if (created.ok) return redirect(`/admin/phone-orders/${key}?created`);
  const { reason, issues = {} } = created;
  return reason === 'unusable' ? formError(checkFields, issues) : doubtQuestion(issues.postalCode ?? '');
}

export const action = adminAction('/admin/phone-orders/:id', {
  create,
  async send({ ctx, actor, id, values }) {
    const sent = await sendAgain(ctx, actor, {
      id,
      sent: /^\d{1,6}$/.test(values.sent ?? '') ? Number(values.sent) : 0,
    });
    return replyFromResult(sent, manageRefusals, 'Payment link sent again.');
  },
  withdraw: final(async ({ ctx, actor, id }) =>
    replyFromResult(await withdrawPhoneOrder(ctx, actor, id), manageRefusals, 'Payment link cancelled.'),
  ),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = {
  title: 'Phone order',
  what: 'phone order',
  back: { to: '/admin/phone-orders', label: 'Phone orders' },
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

type Loaded = Route.ComponentProps['loaderData'];

function stockText(left: number | null): string {
  if (left === null) return '';
  return left === 0 ? ', sold out' : `, ${left} in stock`;
}

function NewPhoneOrder({ products, countries, formKey }: Pick<Loaded, 'products' | 'countries'> & { formKey: string }) {
  // A refused form keeps its key, so that sending it twice makes one order.
  const key = useFormResponse('create')?.values.key ?? formKey;
  const units = products.map(({ id, name, priceCents, left }): FormField => ({
    name: unitsField(id),
    kind: 'count',
    label: `Quantity of ${name}`,
    hint: `${formatUsd(priceCents)} each${stockText(left)}`,
    maxLength: 2,
  }));
  const [first] = products;
  const only = first === undefined || products.length > 1 ? {} : { [unitsField(first.id)]: '1' };
  return (
    <Panel title="Order" className="max-w-3xl">
      <ActionForm
        name="create"
        submit="Create order and email link"
        busyText="Creating..."
        stored={{ country: homeCountry(countries), ...only }}
        hidden={{ key }}
        fields={[...units, contactFields, nameFields]}
      >
        {(fields) => (
          <>
            <AddressFieldset fields={fields} form="create" countries={countries} />
            <p className="text-soft">
              Stock is reserved when the customer opens checkout. Shipping, tax and discounts are added there.
            </p>
          </>
        )}
      </ActionForm>
    </Panel>
  );
}

function Contact({ order: { email, customer, shippingAddress } }: { order: PhoneOrder }) {
  if (email === null || customer === null || shippingAddress === null)
    return <p className="text-soft">The contact details were erased.</p>;
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
        {'Paid. Order '}
        <Link to={`/admin/orders/${orderNumber}`} className="font-medium text-berry underline underline-offset-4">
          {orderNumber}
        </Link>
      </p>
    );
  if (!isPayable(state))
    return <p className="text-soft">This link no longer works. Create a new phone order to send another link.</p>;
  return (
    <>
      <code className="block break-all rounded-xl bg-cream p-4 select-all">{`${publicUrl}${payPath(id)}`}</code>
      <p className="mt-2 text-sm text-soft">Anyone with this link can see the address and pay.</p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <ActionForm name="send" submit="Send again" look="second" hidden={{ sent: String(sent) }} />
        <ConfirmedForm
          label="Cancel link…"
          question="The customer can no longer pay with this link or an open checkout. Cancel it?"
          name="withdraw"
          submit="Cancel link"
        />
      </div>
    </>
  );
}

function KnownPhoneOrder({ order, publicUrl }: { order: PhoneOrder; publicUrl: string }) {
  const { items, createdBy, createdAt, expiresAt, openedAt, withdrawnAt, sent, sentAt } = order;
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
              ['Created', `${formatDateTime(createdAt)} by ${createdBy}`],
              [
                'Emailed',
                sent === 1 ? formatDateTime(sentAt) : `${sent} times, most recently ${formatDateTime(sentAt)}`,
              ],
              ['First opened', openedAt === null ? 'Not yet' : formatDateTime(openedAt)],
              withdrawnAt === null
                ? ['Valid until', formatDateTime(expiresAt)]
                : ['Cancelled', formatDateTime(withdrawnAt)],
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}

const nameOf = ({ customer }: PhoneOrder) =>
  customer === null ? page.title : `${customer.firstName} ${customer.lastName}`;

export default function PhoneOrderPage({ loaderData }: Route.ComponentProps) {
  const { order, products, countries, publicUrl, key } = loaderData;
  return (
    <AdminPage
      title={order === null ? 'New phone order' : nameOf(order)}
      lead={order === null ? undefined : <PhoneOrderBadge order={order} />}
      back={page.back}
      arrival="Phone order created. The payment link was emailed to the customer."
    >
      {order === null ? (
        <NewPhoneOrder products={products} countries={countries} formKey={key} />
      ) : (
        <KnownPhoneOrder order={order} publicUrl={publicUrl} />
      )}
    </AdminPage>
  );
}
