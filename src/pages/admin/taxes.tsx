import { percentText, type EditableRate } from '#modules/tax/tax-rates.ts';
import { listRates } from '#modules/tax/edit-tax-rates.server.ts';
import { serviceSummary } from '#modules/tax/stripe-tax.server.ts';
import { countries } from '#shared/countries.ts';
import { shortDay, shortMoment } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/taxes.ts';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page } from './components/page.tsx';
import { locationText } from './tax-location.ts';
import { useMaySend } from './use-role.ts';

export const loader = adminLoader(async ({ ctx, query }) => {
  const country = countries.find((one) => one === query.text('country')) ?? '';
  const list = await query.list((limits) => listRates(ctx.db, { country, ...limits }));
  return { list, service: await serviceSummary(ctx) };
});

const columns: Column<EditableRate>[] = [
  { title: 'Place', isHead: true, to: ({ id }) => `/admin/taxes/${id}`, render: locationText },
  { title: 'Called', render: ({ name }) => name },
  { title: 'Rate', isNumber: true, render: ({ ratePpm }) => `${percentText(ratePpm)} %` },
  { title: 'Prices', render: ({ inclusive }) => (inclusive ? 'Tax included' : 'Tax added') },
  { title: 'Source', render: ({ source, updatedAt }) => `${source}, ${shortDay(updatedAt)}` },
];

function leadOf(service: Route.ComponentProps['loaderData']['service']): string {
  if (service === null) {
    return 'What each place takes of a sale, by this table. The first rates are published base rates: check those of the places where you are registered.';
  }
  const { places, answeredAt } = service;
  const known = `${places} ${places === 1 ? 'place is' : 'places are'} known`;
  const last = answeredAt === null ? '' : `, the last answer came ${shortMoment(answeredAt)}`;
  return `Stripe Tax says the rates in force (TAX=stripe): ${known}${last}. This table stands in where it gives no answer.`;
}

export default function TaxesPage({ loaderData: { list, service } }: Route.ComponentProps) {
  const mayAdd = useMaySend('/admin/taxes/:id')('add');
  return (
    <Page
      title="Taxes"
      lead={leadOf(service)}
      buttons={mayAdd ? <ButtonLink to="/admin/taxes/new">New rate</ButtonLink> : null}
    >
      <List
        list={list}
        caption="Tax rates"
        search={{ label: 'State or name' }}
        choices={[{ name: 'country', label: 'Country', options: optionsOf(countries, 'All') }]}
        empty={{ title: 'No rates here', first: 'Nothing fits this search.' }}
        columns={columns}
      />
    </Page>
  );
}
