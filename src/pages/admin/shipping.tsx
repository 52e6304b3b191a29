import { optionInput, optionRefusals } from '#modules/shipping/shipping-options.schema.ts';
import type { EditableOption } from '#modules/shipping/shipping-options.ts';
import { allShippingOptions, createOption, editOption, moveOption } from '#modules/shipping/shipping-options.server.ts';
import { businessDays } from '#shared/business-days.ts';
import { formatUsd } from '#shared/money.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { adminAction, withParsedFields, replyFromResult, type SentForm } from '../forms/form-action.server.ts';
import type { FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/shipping.ts';
import { Badge } from './components/badge.tsx';
import { CollapsibleForm } from './components/collapsible-form.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, AdminPage, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx }) => ({ options: await allShippingOptions(ctx.db) }));

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
  up: move('up'),
  down: move('down'),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const fields: FormLayout = [
  [
    { name: 'name', label: 'Name', maxLength: 80, required: true },
    { name: 'priceCents', kind: 'money', label: 'Price (USD, 0 for free)', required: true },
    { name: 'daysMin', kind: 'count', label: 'Minimum business days', required: true },
    { name: 'daysMax', kind: 'count', label: 'Maximum business days', required: true },
  ],
  { name: 'description', label: 'Description', maxLength: 200 },
  { name: 'isActive', kind: 'box', label: 'Active' },
];

type OptionProps = { option: EditableOption & { version: string }; isFirst: boolean; isLast: boolean };

function Option({ option, isFirst, isLast }: OptionProps) {
  const { id, version, name, priceCents, daysMin, daysMax, isActive } = option;
  return (
    <Panel title={name} aside={isActive ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}>
      <p className="text-soft">
        {`${priceCents === 0 ? 'Free' : formatUsd(priceCents)}, ${businessDays(daysMin, daysMax)}`}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
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

export default function ShippingPage({ loaderData: { options } }: Route.ComponentProps) {
  return (
    <AdminPage title="Shipping" lead="Customers choose from the active options. The first one is selected by default.">
      <div className="grid max-w-4xl gap-6">
        {options.length === 0 ? (
          <Empty title="No shipping options yet">Customers can’t check out until you add one.</Empty>
        ) : null}
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
