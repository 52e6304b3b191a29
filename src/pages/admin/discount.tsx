import { redirect } from 'react-router';

import { codeEditRefusals, codeInput } from '#modules/discounts/edit-codes.schema.ts';
import { codeTypes } from '#modules/discounts/edit-codes.ts';
import { codeView, createCode, editCode } from '#modules/discounts/edit-codes.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { adminAction, parsed, replyTo } from '../forms/form-action.server.ts';
import type { FormField, FormLayout, Stored } from '../forms/form-fields.tsx';
import type { Route } from './+types/discount.ts';
import { titled } from './navigation.ts';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, Page, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, foundOrNew }) => ({
  view: await foundOrNew((id) => codeView(ctx.db, id)),
  shopMode: ctx.settings.shopMode,
  publicUrl: ctx.settings.publicUrl,
}));

const said = { success: 'Saved. It applies from now on.', fields: { code_exists: 'code', below_used: 'maxUses' } };

export const action = adminAction('/admin/discounts/:id', {
  code: parsed(codeInput, async ({ ctx, actor, id, params }, { version, ...edit }) => {
    if (params.id !== 'new')
      return replyTo(await editCode(ctx, actor, { id, version, ...edit }), codeEditRefusals, said);
    const created = await createCode(ctx, actor, edit);
    return created.ok
      ? redirect(`/admin/discounts/${created.value}?created`)
      : replyTo(created, codeEditRefusals, said);
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = { title: 'Discount code', what: 'code', back: { to: '/admin/discounts', label: 'Discounts' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const typeWords: Record<DiscountCode['type'], string> = {
  percent: 'A percentage of the goods',
  fixed: 'An amount in dollars',
  free_shipping: 'The shipping',
  free_order: 'Everything: goods and shipping',
};

const demoOnly: FormField = {
  name: 'demoOnly',
  kind: 'box',
  label: 'For the demo only',
  hint: 'It does nothing in a live shop.',
};

const fields: FormLayout = [
  [
    { name: 'code', label: 'Code', autoCapitalize: 'characters', maxLength: 50, required: true },
    { name: 'name', label: 'Name that customers read', maxLength: 100, required: true },
    {
      name: 'type',
      kind: 'choice',
      label: 'It takes off',
      options: codeTypes.map((value) => ({ value, label: typeWords[value] })),
    },
    { name: 'value', kind: 'money', label: 'Percent or dollars' },
  ],
  [{ name: 'minimum', kind: 'money', label: 'From a subtotal of (USD, optional)' }],
  [
    { name: 'startsAt', kind: 'moment', label: 'From (shop time, optional)' },
    { name: 'endsAt', kind: 'moment', label: 'Until (shop time, optional)' },
    { name: 'maxUses', kind: 'count', label: 'Uses in all (optional)' },
    { name: 'maxUsesPerCustomer', kind: 'count', label: 'Uses per customer (optional)' },
  ],
  { name: 'isActive', kind: 'box', label: 'Switched on' },
];

function storedOf(code: DiscountCode): Stored {
  const { type, value, minSubtotalCents } = code;
  const inField = { percent: String(value / 100), fixed: value, free_shipping: '', free_order: '' };
  return { ...code, value: inField[type], minimum: minSubtotalCents === 0 ? null : minSubtotalCents };
}

export default function DiscountPage({ loaderData: { view, shopMode, publicUrl } }: Route.ComponentProps) {
  return (
    <Page title={view?.code.code ?? 'New code'} back={page.back} arrival="The code is created.">
      <div className="grid max-w-4xl items-start gap-6 xl:max-w-none xl:grid-cols-[3fr_2fr]">
        <Panel title="The code">
          <ActionForm
            key={view?.version ?? 'new'}
            name="code"
            submit={view === null ? 'Create code' : 'Save code'}
            stored={view === null ? { type: 'percent', isActive: true } : storedOf(view.code)}
            hidden={{ version: view?.version ?? '' }}
            fields={[...fields, ...(shopMode === 'demo' ? [demoOnly] : [])]}
          />
        </Panel>
        {view === null ? null : (
          <Panel title="Uses">
            <DescriptionList
              facts={[
                ['Used by orders that are not cancelled', view.code.used],
                ['Held by open checkouts', view.code.held],
                ['At most', view.code.maxUses ?? 'no limit'],
                ['Link that applies it', `${publicUrl}/code/${view.code.code}`],
              ]}
            />
          </Panel>
        )}
      </div>
    </Page>
  );
}
