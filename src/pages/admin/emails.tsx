import { consent, newsletter } from '#content/capture.ts';
import { site } from '#content/site.ts';
import { capturesOf, captureTriggers, type Capture } from '#modules/persuading/marketing/list/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/emails.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Pager } from './parts/pager.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const trigger = asked.choice('from', captureTriggers);
  const limit = { limit: pageSize + 1, offset: (asked.page - 1) * pageSize };
  const { rows, hasMore } = slice(await capturesOf(ctx.db, { q: asked.q, trigger, ...limit }));
  return {
    captures: rows,
    triggers: [...captureTriggers],
    trigger,
    q: asked.q,
    pages: neighbours(request, asked.page, hasMore),
  };
}

export const meta: Route.MetaFunction = () => [{ title: `Subscribers | Admin | ${site.name}` }];

const cameFrom: Record<string, string> = {
  newsletter: 'Newsletter box',
  manual: 'Discount button',
  'exit-intent': 'Leaving the page',
  'time-based': 'Dialog after a while',
  'scroll-based': 'Dialog while reading',
  'sold-out': 'Sold-out product',
};

const columns: Column<Capture>[] = [
  { title: 'E-mail', isHead: true, render: ({ email }) => <span className="font-medium break-all">{email}</span> },
  { title: 'Came from', render: ({ trigger }) => cameFrom[trigger] ?? trigger },
  { title: 'Code', render: ({ discountPercent }) => (discountPercent === 0 ? 'None' : `${discountPercent}% off`) },
  { title: 'Agreed to', render: ({ consentVersion }) => consentVersion },
  { title: 'Agreed at', render: ({ createdAt }) => shortMoment(createdAt) },
];

export default function EmailsPage({ loaderData: { captures, triggers, trigger, q, pages } }: Route.ComponentProps) {
  const query = new URLSearchParams({ q, from: trigger });
  const options = triggers.map((value) => ({ value, label: value === '' ? 'Everywhere' : (cameFrom[value] ?? value) }));
  return (
    <>
      <PageHeader title="Subscribers" lead="Addresses that visitors left, with what they agreed to and when.">
        <ButtonLink to={`/admin/emails/export?${query.toString()}`} reloadDocument look="second">
          Download CSV
        </ButtonLink>
      </PageHeader>
      <Filters
        search={{ label: 'E-mail', value: q }}
        choices={[{ name: 'from', label: 'Came from', value: trigger, options }]}
      />
      {captures.length === 0 ? (
        <Empty title="No addresses here">
          {q === '' && trigger === ''
            ? 'Who asks for a code or the newsletter appears here.'
            : 'Nothing fits this search.'}
        </Empty>
      ) : (
        <DataTable caption="Subscribers" columns={columns} rows={captures} rowKey={({ id }) => id} />
      )}
      <Pager {...pages} />
      <Panel title={`What version ${consent.version} says`} className="mt-8 max-w-3xl">
        <p className="text-soft">For a code: “{consent.text}”</p>
        <p className="mt-2 text-soft">For the newsletter: “{newsletter.consent}”</p>
      </Panel>
    </>
  );
}
