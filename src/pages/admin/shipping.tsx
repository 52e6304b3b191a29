import { use } from 'react';

import {
  countriesRefusals,
  optionInput,
  optionRefusals,
  soldCountriesInput,
} from '#modules/shipping/shipping-options.schema.ts';
import type { EditableOption } from '#modules/shipping/shipping-options.ts';
import { allShippingOptions, createOption, editOption, moveOption } from '#modules/shipping/shipping-options.server.ts';
import { decideSoldCountries, soldCountriesView } from '#modules/shipping/sold-countries.server.ts';
import { businessDays } from '#shared/business-days.ts';
import { countries, countryName } from '#shared/countries.ts';
import { formatUsd } from '#shared/money.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { CanSubmitContext } from '../forms/can-submit.ts';
import { adminAction, withParsedFields, replyFromResult, type SentForm } from '../forms/form-action.server.ts';
import type { FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/shipping.ts';
import { Badge } from './components/badge.tsx';
import { CollapsibleForm } from './components/collapsible-form.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DataTable, type Column } from './components/list.tsx';
import { Empty, AdminPage, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx }) => ({
  options: await allShippingOptions(ctx.db),
  selling: await soldCountriesView(ctx.db),
}));

const move =
  (direction: 'up' | 'down') =>
  async ({ ctx, actor, id }: SentForm) =>
    replyFromResult(await moveOption(ctx, actor, { id, direction }), optionRefusals, 'Order of options changed.');

export const action = adminAction('/admin/shipping', {
  new: withParsedFields(optionInput, async ({ ctx, actor }, { version: _version, ...edit }) =>
    replyFromResult(await createOption(ctx, actor, edit), optionRefusals, `Saved: ${edit.name}.`),
  ),
  option: withParsedFields(optionInput, async ({ ctx, actor, id }, edit) =>
    replyFromResult(await editOption(ctx, actor, { id, ...edit }), optionRefusals, `Saved: ${edit.name}.`),
  ),
  countries: withParsedFields(soldCountriesInput, async ({ ctx, actor }, edit) =>
    replyFromResult(await decideSoldCountries(ctx, actor, edit), countriesRefusals, {
      success: 'Saved. Existing orders are not affected.',
      fields: { no_country: 'sold', no_option_to: 'sold' },
    }),
  ),
  up: move('up'),
  down: move('down'),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const countryOptions = countries.map((value) => ({ value, label: countryName(value) }));

const countriesFields: FormLayout = [{ name: 'sold', kind: 'choices', label: 'Countries', options: countryOptions }];

const fields: FormLayout = [
  [
    { name: 'name', label: 'Name', maxLength: 80, required: true },
    { name: 'priceCents', kind: 'money', label: 'Price (USD, 0 for free)', required: true },
    { name: 'freeFromCents', kind: 'money', label: 'Free from (item total in USD, optional)' },
    { name: 'daysMin', kind: 'count', label: 'Minimum business days', required: true },
    { name: 'daysMax', kind: 'count', label: 'Maximum business days', required: true },
  ],
  { name: 'description', label: 'Description', maxLength: 200 },
  { name: 'countries', kind: 'choices', label: 'Countries (none selected: everywhere)', options: countryOptions },
  { name: 'isActive', kind: 'box', label: 'Active' },
];

const columns: readonly Column<EditableOption>[] = [
  { title: 'Option', isHead: true, render: ({ name }) => name },
  {
    title: 'Countries',
    render: ({ countries: to }) => (to.length === 0 ? 'Everywhere' : to.map(countryName).join(', ')),
  },
  { title: 'Price', isNumber: true, render: ({ priceCents }) => (priceCents === 0 ? 'Free' : formatUsd(priceCents)) },
  {
    title: 'Free from',
    isNumber: true,
    render: ({ freeFromCents }) => (freeFromCents === null ? '–' : formatUsd(freeFromCents)),
  },
  { title: 'Days', render: ({ daysMin, daysMax }) => businessDays(daysMin, daysMax) },
  {
    title: 'Active',
    render: ({ isActive }) => (isActive ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>),
  },
];

type Listed = EditableOption & { version: string };
type OptionProps = { option: Listed; isFirst: boolean; isLast: boolean };

function Option({ option, isFirst, isLast }: OptionProps) {
  const { id, version, name } = option;
  return (
    <Panel title={name}>
      <div className="flex flex-wrap gap-x-6">
        {isFirst ? null : <ActionForm id={id} name="up" submit={`Move ${name} up`} look="quiet" />}
        {isLast ? null : <ActionForm id={id} name="down" submit={`Move ${name} down`} look="quiet" />}
      </div>
      <CollapsibleForm
        title={`Edit ${name}`}
        name="option"
        id={id}
        submit="Save option"
        className="mt-4"
        stored={option}
        hidden={{ version }}
        fields={fields}
      />
    </Panel>
  );
}

type Selling = Route.ComponentProps['loaderData']['selling'];

function Countries({ selling: { sold, version } }: { selling: Selling }) {
  const maySend = use(CanSubmitContext)('countries');
  return (
    <Panel title="Countries you ship to">
      {maySend ? (
        <ActionForm
          key={version}
          name="countries"
          submit="Save countries"
          look="second"
          stored={{ sold }}
          hidden={{ version }}
          fields={countriesFields}
        />
      ) : (
        <p>{sold.map(countryName).join(', ')}</p>
      )}
    </Panel>
  );
}

export default function ShippingPage({ loaderData: { options, selling } }: Route.ComponentProps) {
  return (
    <AdminPage title="Shipping" lead="Customers choose from the active options. The first one is selected by default.">
      <div className="grid max-w-4xl gap-6">
        <Countries selling={selling} />
        <DataTable
          caption="Shipping options"
          columns={columns}
          rows={options}
          empty={<Empty title="No shipping options yet">Customers can’t check out until you add one.</Empty>}
        />
        {options.map((option, index) => (
          <Option
            key={`${option.id} ${option.version}`}
            option={option}
            isFirst={index === 0}
            isLast={index === options.length - 1}
          />
        ))}
        <Panel title="Add an option">
          <ActionForm
            key={options.length}
            name="new"
            submit="Add option"
            stored={{ isActive: true }}
            look="second"
            fields={fields}
          />
        </Panel>
      </div>
    </AdminPage>
  );
}
