import { redirect } from 'react-router';

import { promotionInput, promotionRefusals } from '#modules/promotions/promotions.schema.ts';
import { promotionKinds, type PromotionKind } from '#modules/promotions/promotion-kinds.ts';
import { promotionLabel } from '#modules/promotions/promotions.ts';
import {
  createPromotion,
  deletePromotion,
  editPromotion,
  promotionView,
  type PromotionView,
} from '#modules/promotions/promotions.server.ts';
import type { ShippingOption } from '#modules/shipping/shipping-terms.ts';
import { activeShippingOptions } from '#modules/shipping/shipping-options.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { formatUsd } from '#shared/money.ts';
import { isUuid } from '#shared/uuid.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { final, adminAction, withParsedFields, replyFromResult, type SentForm } from '../forms/form-action.server.ts';
import type { FormField, FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/discount-promotion.ts';
import { titled } from './navigation.ts';
import { recordLoadError } from './components/load-errors.tsx';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage, Panel } from './components/page.tsx';

/** Loads the promotion of the address, or the kind for a new one. */
async function openedOf(db: Db, id: string, request: Request) {
  const view = isUuid(id) ? await promotionView(db, id) : null;
  if (view === null && id !== 'new') throw notFound();
  const kindName = view?.kind ?? new URL(request.url).searchParams.get('kind') ?? '';
  const kind = promotionKinds.get(kindName);
  if (kind === undefined) throw notFound();
  return { view, kindName, kind };
}

export const loader = adminLoader(async ({ ctx, request, params: { id = '' } }) => {
  const { view, kindName } = await openedOf(ctx.db, id, request);
  return { view, kindName, methods: await activeShippingOptions(ctx.db) };
});

async function save(sent: SentForm) {
  const { ctx, actor, id } = sent;
  const { view, kindName, kind } = await openedOf(ctx.db, sent.params.id ?? '', sent.request);
  const store = withParsedFields(promotionInput(kind), async (_sent, { version, ...edit }) => {
    if (view !== null) {
      const edited = await editPromotion(ctx, actor, { id, version, ...edit });
      return replyFromResult(edited, promotionRefusals, 'Promotion saved. It applies to the shop and open carts now.');
    }
    const created = await createPromotion(ctx, actor, { kind: kindName, ...edit });
    return created.ok
      ? redirect(`/admin/discounts/promotions/${created.value}?created`)
      : replyFromResult(created, promotionRefusals, '');
  });
  return store(sent);
}

export const action = adminAction('/admin/discounts/promotions/:id', {
  promotion: save,
  delete: final(async ({ ctx, actor, id, values }) => {
    const deleted = await deletePromotion(ctx, actor, { id, version: values.version ?? '' });
    return deleted.ok ? redirect('/admin/discounts') : replyFromResult(deleted, promotionRefusals, '');
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = { title: 'Automatic promotion', what: 'promotion', back: { to: '/admin/discounts', label: 'Discounts' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

function storedOf(kind: PromotionKind, view: PromotionView | null) {
  const usual = Object.entries(kind.fields).map(([name, field]) => [name, field.usual]);
  const { options = {}, ...rest } = view ?? { position: 1 };
  return { ...Object.fromEntries(usual), ...options, ...rest };
}

const timing: FormField[] = [
  { name: 'startsAt', kind: 'moment', label: 'Starts (shop time, optional)' },
  { name: 'endsAt', kind: 'moment', label: 'Ends (shop time, optional)' },
  { name: 'position', kind: 'count', label: 'Priority (1 applies first)', required: true },
];

/** Fields for the options of a promotion's kind, and for its dates. */
function fieldsOf(kind: PromotionKind, methods: readonly ShippingOption[]): FormLayout {
  const shipping = methods.map(({ id, name, priceCents }) => ({
    value: id,
    label: `${name} (${formatUsd(priceCents)})`,
  }));
  const options = Object.entries(kind.fields).map(([name, { label, type }]): FormField =>
    type === 'shipping'
      ? { name, kind: 'choices', label, options: shipping }
      : { name, kind: type, label, required: true },
  );
  return [
    ...options.filter((field) => field.kind === 'choices'),
    [...options.filter((field) => field.kind !== 'choices'), ...timing],
    { name: 'enabled', kind: 'box', label: 'Active' },
  ];
}

export default function DiscountPromotionPage({ loaderData: { view, kindName, methods } }: Route.ComponentProps) {
  const kind = promotionKinds.get(kindName);
  if (kind === undefined) return null;
  return (
    <AdminPage
      title={view === null ? 'New promotion' : promotionLabel(view)}
      back={page.back}
      arrival="Promotion created."
    >
      <Panel title={kind.title} className="max-w-4xl">
        <p className="mb-4 text-soft">{kind.about}</p>
        <ActionForm
          key={view?.version ?? kindName}
          name="promotion"
          submit={view === null ? 'Create promotion' : 'Save promotion'}
          stored={storedOf(kind, view)}
          hidden={{ version: view?.version ?? '' }}
          fields={fieldsOf(kind, methods)}
        />
        {view === null ? null : (
          <div className="mt-6 border-t border-line pt-4">
            <ConfirmedForm
              label="Delete promotion"
              question="This promotion ends now and can’t be restored. Existing orders and payments in progress keep it."
              name="delete"
              submit="Delete promotion"
              hidden={{ version: view.version }}
            />
          </div>
        )}
      </Panel>
    </AdminPage>
  );
}
