import { redirect } from 'react-router';

import { codeEditRefusals, codeInput } from '#modules/discounts/edit-codes.schema.ts';
import { codeTypes } from '#modules/discounts/edit-codes.ts';
import { codeView, createCode, editCode } from '#modules/discounts/edit-codes.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { adminAction, withParsedFields, replyFromResult } from '../forms/form-action.server.ts';
import type { FormField, FormLayout, Stored } from '../forms/form-fields.tsx';
import type { Route } from './+types/discount.ts';
import { titled } from './navigation.ts';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, AdminPage, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, foundOrNew }) => ({
  view: await foundOrNew((id) => codeView(ctx.db, id)),
  shopMode: ctx.settings.shopMode,
  publicUrl: ctx.settings.publicUrl,
}));

const said = { success: 'Discount code saved.', fields: { code_exists: 'code', below_used: 'maxUses' } };

export const action = adminAction('/admin/discounts/:id', {
  code: withParsedFields(codeInput, async ({ ctx, actor, id, params }, { version, ...edit }) => {
    if (params.id !== 'new')
      return replyFromResult(await editCode(ctx, actor, { id, version, ...edit }), codeEditRefusals, said);
    const created = await createCode(ctx, actor, edit);
    return created.ok
      ? redirect(`/admin/discounts/${created.value}?created`)
      : replyFromResult(created, codeEditRefusals, said);
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = { title: 'Discount code', what: 'code', back: { to: '/admin/discounts', label: 'Discounts' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const typeWords: Record<DiscountCode['type'], string> = {
  percent: 'Percentage off items',
  fixed: 'Fixed amount off',
  free_shipping: 'Free shipping',
  free_order: 'Free order (items and shipping)',
};

const demoOnly: FormField = {
  name: 'demoOnly',
  kind: 'box',
  label: 'Demo only',
  hint: 'This code doesn’t work in a live shop.',
};

const fields: FormLayout = [
  [
    { name: 'code', label: 'Code', autoCapitalize: 'characters', maxLength: 50, required: true },
    { name: 'name', label: 'Name shown to customers', maxLength: 100, required: true },
    {
      name: 'type',
      kind: 'choice',
      label: 'Discount type',
      options: codeTypes.map((value) => ({ value, label: typeWords[value] })),
    },
    { name: 'value', kind: 'money', label: 'Value (percent or dollars)' },
  ],
  [{ name: 'minimum', kind: 'money', label: 'Minimum subtotal (USD, optional)' }],
  [
    { name: 'startsAt', kind: 'moment', label: 'Starts (shop time, optional)' },
    { name: 'endsAt', kind: 'moment', label: 'Ends (shop time, optional)' },
    { name: 'maxUses', kind: 'count', label: 'Total uses (optional)' },
    { name: 'maxUsesPerCustomer', kind: 'count', label: 'Uses per customer (optional)' },
  ],
  { name: 'isActive', kind: 'box', label: 'Active' },
];

function storedOf(code: DiscountCode): Stored {
  const { type, value, minSubtotalCents } = code;
  const inField = { percent: String(value / 100), fixed: value, free_shipping: '', free_order: '' };
  return { ...code, value: inField[type], minimum: minSubtotalCents === 0 ? null : minSubtotalCents };
}

export default function DiscountPage({ loaderData: { view, shopMode, publicUrl } }: Route.ComponentProps) {
  return (
    <AdminPage title={view?.code.code ?? 'New code'} back={page.back} arrival="Discount code created.">
      <div className="grid max-w-4xl items-start gap-6 xl:max-w-none xl:grid-cols-[3fr_2fr]">
        <Panel title="Code details">
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
          <Panel title="Usage">
            <DescriptionList
              facts={[
                ['Used in orders (not cancelled)', view.code.used],
                ['Reserved by open checkouts', view.code.held],
                ['Limit', view.code.maxUses ?? 'no limit'],
                ['Shareable link', `${publicUrl}/code/${view.code.code}`],
              ]}
            />
          </Panel>
        )}
      </div>
    </AdminPage>
  );
}
