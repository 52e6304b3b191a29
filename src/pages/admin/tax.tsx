import { use } from 'react';
import { redirect } from 'react-router';

import { placeInput, rateInput, rateRefusals } from '#modules/tax/tax-rates.schema.ts';
import { percentText } from '#modules/tax/tax-rates.ts';
import { createRate, editRate, rateView } from '#modules/tax/edit-tax-rates.server.ts';
import { countries } from '#shared/countries.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { MaySend } from '../forms/may-send.ts';
import { adminAction, parsed, replyTo } from '../forms/form-action.server.ts';
import { optionsOf, type FormField, type FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/tax.ts';
import { titled } from './navigation.ts';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, Page, Panel } from './components/page.tsx';
import { locationText } from './tax-location.ts';

export const loader = adminLoader(async ({ ctx, foundOrNew }) => ({
  view: await foundOrNew((id) => rateView(ctx.db, id)),
}));

export const action = adminAction('/admin/taxes/:id', {
  add: parsed(rateInput.and(placeInput), async ({ ctx, actor }, { version: _version, ...rate }) => {
    const created = await createRate(ctx, actor, rate);
    return created.ok
      ? redirect(`/admin/taxes/${created.value}?created`)
      : replyTo(created, rateRefusals, { success: '', fields: { place_taken: 'state' } });
  }),
  rate: parsed(rateInput, async ({ ctx, actor, id }, rate) => {
    const edited = await editRate(ctx, actor, { id, ...rate });
    return replyTo(edited, rateRefusals, 'Saved. Checkouts use it from now on; orders keep what they agreed.');
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = { title: 'Tax rate', what: 'rate', back: { to: '/admin/taxes', label: 'Taxes' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const place: FormField[] = [
  { name: 'country', kind: 'choice', label: 'Country', options: optionsOf(countries) },
  { name: 'state', label: 'State, empty for all of it', maxLength: 60 },
];

/** Fields of a rate. Its location can be chosen only while it is new. */
const fieldsOf = (isNew: boolean): FormLayout => [
  [
    ...(isNew ? place : []),
    { name: 'ratePpm', kind: 'money', label: 'Percent', required: true },
    { name: 'name', label: 'What receipts call it', maxLength: 60, required: true },
  ],
  { name: 'source', label: 'Source, and from when it applies', maxLength: 200, required: true },
  {
    name: 'inclusive',
    kind: 'box',
    label: 'Tax included in prices',
    hint: 'It is shown as a part of the price. Otherwise it is added.',
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
  if (view === null) return <p>An admin adds rates.</p>;
  const { name, ratePpm, source, inclusive } = view.rate;
  return (
    <DescriptionList
      facts={[
        ['Percent', `${percentText(ratePpm)} %`],
        ['What receipts call it', name],
        ['Prices', inclusive ? 'Tax included' : 'Tax added'],
        ['Source', source],
      ]}
    />
  );
}

export default function TaxPage({ loaderData: { view } }: Route.ComponentProps) {
  const maySend = use(MaySend)('rate');
  return (
    <Page
      title={view === null ? 'New rate' : locationText(view.rate)}
      lead={view === null ? undefined : `Last changed ${shortMoment(view.rate.updatedAt)}`}
      back={page.back}
      arrival="The rate is added. Checkouts use it from now on."
    >
      <Panel title="Rate" className="max-w-3xl">
        {maySend ? null : <Rate view={view} />}
        <ActionForm key={view?.version ?? 'new'} {...formOf(view)} fields={fieldsOf(view === null)} />
      </Panel>
    </Page>
  );
}
