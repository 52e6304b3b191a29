import { use } from 'react';
import { redirect } from 'react-router';
import { z } from 'zod';

import { baseRateText, newerRate } from '#modules/tax/base-rates.ts';
import { placeInput, rateInput, rateRefusals } from '#modules/tax/tax-rates.schema.ts';
import { percentText } from '#modules/tax/tax-rates.ts';
import { collectionView } from '#modules/tax/tax-collection.server.ts';
import { choiceFor, collectionRegion, collectsOr } from '#modules/tax/tax-collection.ts';
import { createRate, editRate, rateView, claimBaseRate } from '#modules/tax/edit-tax-rates.server.ts';
import { versionField } from '#platform/http/form-fields.server.ts';
import { countries } from '#shared/countries.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { CanSubmitContext } from '../forms/can-submit.ts';
import { adminAction, withParsedFields, replyFromResult } from '../forms/form-action.server.ts';
import { optionsOf, type FormField, type FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/tax-rate.ts';
import { titled } from './navigation.ts';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, AdminPage, Panel } from './components/page.tsx';
import { locationText } from './tax-location.ts';

export const loader = adminLoader(async ({ ctx, foundOrNew }) => ({
  view: await foundOrNew((id) => rateView(ctx.db, id)),
  collection: (await collectionView(ctx.db)).collection,
  shopMode: ctx.settings.shopMode,
}));

export const action = adminAction('/admin/taxes/:id', {
  add: withParsedFields(rateInput.and(placeInput), async ({ ctx, actor }, { version: _version, ...rate }) => {
    const created = await createRate(ctx, actor, rate);
    return created.ok
      ? redirect(`/admin/taxes/${created.value}?created`)
      : replyFromResult(created, rateRefusals, { success: '', fields: { place_taken: 'state' } });
  }),
  rate: withParsedFields(rateInput, async ({ ctx, actor, id }, rate) => {
    const edited = await editRate(ctx, actor, { id, ...rate });
    return replyFromResult(
      edited,
      rateRefusals,
      'Saved. Checkouts use it where you collect tax; orders keep what they agreed.',
    );
  }),
  take: withParsedFields(z.object({ version: versionField }), async ({ ctx, actor, id }, { version }) => {
    const taken = await claimBaseRate(ctx, actor, { id, version });
    return replyFromResult(taken, rateRefusals, 'The base rate applies. Checkouts use it where you collect tax.');
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = { title: 'Tax rate', what: 'tax rate', back: { to: '/admin/taxes', label: 'Taxes' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const place: FormField[] = [
  { name: 'country', kind: 'choice', label: 'Country', options: optionsOf(countries) },
  { name: 'state', label: 'State (leave empty for the whole country)', maxLength: 60 },
];

/** Fields of a rate. Its location can be chosen only while it is new. */
const fieldsOf = (isNew: boolean): FormLayout => [
  [
    ...(isNew ? place : []),
    { name: 'ratePpm', kind: 'money', label: 'Percent', required: true },
    { name: 'name', label: 'Name on receipts', maxLength: 60, required: true },
  ],
  { name: 'source', label: 'Source and effective date', maxLength: 200, required: true },
  {
    name: 'inclusive',
    kind: 'box',
    label: 'Tax included in prices',
    hint: 'When off, tax is added to the price.',
  },
];

function formOf(view: Route.ComponentProps['loaderData']['view']) {
  if (view === null) return { name: 'add', submit: 'Add rate', stored: { country: 'US', name: 'Sales tax' } };
  const { name, ratePpm, source, inclusive } = view.rate;
  const stored = { name, ratePpm: percentText(ratePpm), source, inclusive };
  return { name: 'rate', submit: 'Save rate', stored, hidden: { version: view.version } };
}

type Shown = Route.ComponentProps['loaderData'];

/** Rate for a person who may not change it. */
function Rate({ view }: Pick<Shown, 'view'>) {
  if (view === null) return <p>Only an admin can add rates.</p>;
  const { name, ratePpm, source, inclusive } = view.rate;
  return (
    <DescriptionList
      facts={[
        ['Percent', `${percentText(ratePpm)}%`],
        ['Name on receipts', name],
        ['Prices', inclusive ? 'Tax included' : 'Tax added'],
        ['Source', source],
      ]}
    />
  );
}

/** Offer to replace a rate of the earlier source by the published base rate. */
function NewerRate({ view }: Pick<Shown, 'view'>) {
  const newer = view === null ? null : newerRate(view.rate);
  if (view === null || newer === null) return null;
  return (
    <Panel title="A newer base rate is known" className="max-w-3xl">
      <p>{baseRateText(newer)}</p>
      <ActionForm name="take" submit="Take this rate" look="second" hidden={{ version: view.version }} fields={[]} />
    </Panel>
  );
}

/** Returns when a rate was changed, and if no tax is collected in its region. */
function leadOf({ view, collection, shopMode }: Shown): string | undefined {
  if (view === null) return undefined;
  const changed = `Last changed ${formatDateTime(view.rate.updatedAt)}`;
  if (collectionRegion(view.rate) === null || collectsOr(choiceFor(collection, view.rate), { shopMode }))
    return changed;
  return `${changed}. The shop collects no tax here: choose the regions on the page Taxes.`;
}

export default function TaxPage({ loaderData }: Route.ComponentProps) {
  const { view } = loaderData;
  const maySend = use(CanSubmitContext)('rate');
  return (
    <AdminPage
      title={view === null ? 'New rate' : locationText(view.rate)}
      lead={leadOf(loaderData)}
      back={page.back}
      arrival="Rate added. New checkouts use it where you collect tax."
    >
      <NewerRate view={view} />
      <Panel title="Rate" className="max-w-3xl">
        {maySend ? null : <Rate view={view} />}
        <ActionForm key={view?.version ?? 'new'} {...formOf(view)} fields={fieldsOf(view === null)} />
      </Panel>
    </AdminPage>
  );
}
