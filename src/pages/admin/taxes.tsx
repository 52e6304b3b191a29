import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { percentText, type EditableRate } from '#modules/buying/tax/editing/rules.ts';
import { ratesOf } from '#modules/buying/tax/editing/service.server.ts';
import { serviceSummary } from '#modules/buying/tax/quotes/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { countries } from '#shared/countries.ts';
import { shortDay, shortMoment } from '#shared/moments.ts';

import { ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/taxes.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Pager } from './parts/pager.tsx';
import { placeWords } from './taxes/place.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const country = countries.find((one) => one === asked.text('country')) ?? '';
  const limit = { limit: pageSize + 1, offset: (asked.page - 1) * pageSize };
  const { rows, hasMore } = slice(await ratesOf(ctx.db, { q: asked.q, country, ...limit }));
  const rates = rows.map((rate) => ({ ...rate, place: placeWords(rate) }));
  const service = await serviceSummary(ctx);
  return { rates, service, q: asked.q, country, pages: neighbours(request, asked.page, hasMore) };
}

export const meta: Route.MetaFunction = () => [{ title: `Taxes | Admin | ${site.name}` }];

type Row = EditableRate & { place: string };

const columns: Column<Row>[] = [
  {
    title: 'Place',
    isHead: true,
    render: ({ id, place }) => (
      <Link to={`/admin/taxes/${id}`} className="py-1 font-medium text-berry underline underline-offset-4">
        {place}
      </Link>
    ),
  },
  { title: 'Called', render: ({ name }) => name },
  { title: 'Rate', isNumber: true, render: ({ ratePpm }) => `${percentText(ratePpm)} %` },
  { title: 'Prices', render: ({ inclusive }) => (inclusive ? 'hold it' : 'come without it') },
  { title: 'Source', render: ({ source, updatedAt }) => `${source}, ${shortDay(updatedAt)}` },
];

type Service = Route.ComponentProps['loaderData']['service'];

/** Which rates are in force. */
function leadOf(service: Service): string {
  if (service === null) {
    return 'What each place takes of a sale, by this table. The first rates are published base rates: check those of the places where you are registered.';
  }
  const { places, answeredAt } = service;
  const known = `${places} ${places === 1 ? 'place is' : 'places are'} known`;
  const last = answeredAt === null ? '' : `, the last answer came ${shortMoment(answeredAt)}`;
  return `Stripe Tax says the rates in force (TAX=stripe): ${known}${last}. This table stands in where it gives no answer.`;
}

export default function TaxesPage({ loaderData: { rates, service, q, country, pages } }: Route.ComponentProps) {
  const options = [{ value: '', label: 'All' }, ...countries.map((one) => ({ value: one, label: one }))];
  return (
    <>
      <PageHeader title="Taxes" lead={leadOf(service)}>
        <ButtonLink to="/admin/taxes/new">New rate</ButtonLink>
      </PageHeader>
      <Filters
        search={{ label: 'State or name', value: q }}
        choices={[{ name: 'country', label: 'Country', value: country, options }]}
      />
      {rates.length === 0 ? (
        <Empty title="No rates here">Nothing fits this search.</Empty>
      ) : (
        <DataTable caption="Tax rates" columns={columns} rows={rates} rowKey={({ id }) => id} />
      )}
      <Pager {...pages} />
    </>
  );
}
