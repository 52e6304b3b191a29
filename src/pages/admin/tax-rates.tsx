import { z } from 'zod';

import { baseRateText, lacksLocalTax, newerRate } from '#modules/tax/base-rates.ts';
import { decideCollection, collectionView } from '#modules/tax/tax-collection.server.ts';
import { choiceFor, collectionRegion, collectsOr, type Collection } from '#modules/tax/tax-collection.ts';
import { chooseTaxSource, taxSourceView } from '#modules/tax/choose-tax-source.server.ts';
import { taxSourceInput } from '#modules/settings/shop-settings.schema.ts';
import { rateRefusals, sourceRefusals } from '#modules/tax/tax-rates.schema.ts';
import { percentText, type EditableRate } from '#modules/tax/tax-rates.ts';
import { listRates } from '#modules/tax/tax-rates.queries.server.ts';
import { serviceSummary } from '#modules/tax/stripe-tax.server.ts';
import { countries } from '#shared/countries.ts';
import { versionField } from '#platform/http/form-fields.server.ts';
import { shortDay, formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { adminAction, multiSelect, withParsedFields, replyFromResult } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/tax-rates.ts';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';
import { TaxCollection } from './tax-collection.tsx';
import { sourcePanel, TaxSourcePanel } from './tax-source.tsx';
import { locationText } from './tax-location.ts';
import { useCanSubmitForm } from './use-permissions.ts';

export const loader = adminLoader(async ({ ctx, query }) => {
  const country = countries.find((one) => one === query.text('country')) ?? '';
  const list = await query.list((limits) => listRates(ctx.db, { country, ...limits }));
  const { shopMode } = ctx.settings;
  const [chosen, service, collected] = await Promise.all([
    taxSourceView(ctx),
    serviceSummary(ctx),
    collectionView(ctx.db),
  ]);
  return { list, service, chosen, shopMode, ...collected };
});

const regions = multiSelect(z.array(z.string().max(20)).max(100));
const collectionInput = z.object({ us: regions, ca: regions, whole: regions, version: versionField });

export const action = adminAction('/admin/taxes', {
  collect: withParsedFields(collectionInput, async ({ ctx, actor }, { us, ca, whole, version }) => {
    const decided = await decideCollection(ctx, actor, { keys: [...us, ...ca, ...whole], version });
    return replyFromResult(decided, rateRefusals, 'Saved. New checkouts use this. Existing orders keep their tax.');
  }),
  source: withParsedFields(taxSourceInput, async ({ ctx, actor }, choice) => {
    const chosen = await chooseTaxSource(ctx, actor, choice);
    return replyFromResult(chosen, sourceRefusals, 'Saved. Checkouts use this source from now on.');
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

type Chosen = { collection: Collection; shopMode: 'demo' | 'live'; isTableInForce: boolean };

/** Columns of the list for an answer to "Where do you collect sales tax?". */
const columnsOf = ({ collection, shopMode, isTableInForce }: Chosen): Column<EditableRate>[] => [
  { title: 'Location', sortBy: 'place', isHead: true, to: ({ id }) => `/admin/taxes/${id}`, render: locationText },
  { title: 'Tax name', sortBy: 'called', render: ({ name }) => name },
  { title: 'Rate', sortBy: '-rate', isNumber: true, render: ({ ratePpm }) => `${percentText(ratePpm)}%` },
  { title: 'Prices', render: ({ inclusive }) => (inclusive ? 'Tax included' : 'Tax added') },
  {
    title: 'Collected',
    render: (rate) => {
      if (collectionRegion(rate) === null) return 'By region';
      return collectsOr(choiceFor(collection, rate), { shopMode }) ? 'Yes' : 'No';
    },
  },
  {
    title: 'Source',
    sortBy: '-updated',
    render: (rate) => (
      <>
        <span>{sourceText(rate)}</span>
        {isTableInForce && lacksLocalTax(rate) ? (
          <a href={`#${sourcePanel}`} className="ml-2 text-berry underline underline-offset-4">
            Base rate, no local tax
          </a>
        ) : null}
      </>
    ),
  },
];

/** Returns the source of a rate, and the newer base rate if it is of the earlier source. */
function sourceText(rate: EditableRate): string {
  const newer = newerRate(rate);
  const source = `${rate.source}, ${shortDay(rate.updatedAt)}`;
  return newer === null ? source : `${source}. Newer base rate: ${baseRateText(newer)}`;
}

const baseOnly =
  'A base rate is not what a buyer owes in most places: New York City is 8.875 %, not 4 %. Stripe Tax knows local rates.';

function leadOf(service: Route.ComponentProps['loaderData']['service']): string {
  if (service === null) {
    return `The rates that are charged where you collect tax. The first ones are published base rates. ${baseOnly} Check the rates of the places where you are registered.`;
  }
  const { places, respondedAt } = service;
  const known = `${places} ${places === 1 ? 'location' : 'locations'} so far`;
  const last = respondedAt === null ? '' : `, last updated ${formatDateTime(respondedAt)}`;
  return `Stripe Tax provides the rates: ${known}${last}. This table is the fallback. ${baseOnly}`;
}

export default function TaxesPage({ loaderData }: Route.ComponentProps) {
  const { list, service, chosen, collection, version, shopMode } = loaderData;
  const mayAdd = useCanSubmitForm('/admin/taxes/:id')('add');
  return (
    <AdminPage
      title="Taxes"
      lead={leadOf(service)}
      buttons={mayAdd ? <ButtonLink to="/admin/taxes/new">New rate</ButtonLink> : null}
    >
      <TaxCollection collection={collection} version={version} shopMode={shopMode} />
      <TaxSourcePanel {...chosen} />
      <List
        list={list}
        caption="Tax rates"
        search={{ label: 'State or name' }}
        choices={[{ name: 'country', label: 'Country', options: optionsOf(countries, 'All') }]}
        empty={{ title: 'No rates here', first: 'Nothing fits this search.' }}
        columns={columnsOf({ collection, shopMode, isTableInForce: service === null })}
      />
    </AdminPage>
  );
}
