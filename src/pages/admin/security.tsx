import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { peopleOf, type Person } from '#modules/people/accounts/people/service.server.ts';
import { pageOf, placeOf } from '#modules/ground/audit/rules.ts';
import { securityDays, securityKinds, type SecurityKind } from '#modules/people/security/rules.ts';
import { securityLog, type SecurityRow } from '#modules/people/security/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';

import type { Route } from './+types/security.ts';
import { askedOf, pageSize } from './forms/listing.ts';
import { Badge, type Tone } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Pager } from './parts/pager.tsx';

function address(kind: string, name: string, id: number | null): string | null {
  if (id === null) return null;
  const query = new URLSearchParams({ ...(kind === '' ? {} : { kind }), [name]: String(id) });
  return `/admin/security?${query}`;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const kind = askedOf(request).choice('kind', ['', ...securityKinds]);
  const place = placeOf(new URL(request.url).searchParams);
  const { rows, newer, older } = pageOf(
    await securityLog(ctx.db, { kind, place, limit: pageSize + 1 }),
    pageSize,
    place,
  );
  const people = await peopleOf(
    ctx.db,
    rows.map(({ accountId }) => accountId).filter((id) => id !== ''),
  );
  const events = rows.map((row) => ({ ...row, person: people.get(row.accountId) ?? null }));
  return { events, kind, pages: { previous: address(kind, 'before', newer), next: address(kind, 'after', older) } };
}

export const meta: Route.MetaFunction = () => [{ title: `Security | Admin | ${site.name}` }];

type Event = SecurityRow & { person: Person | null };

const words: Record<SecurityKind, { tone: Tone; label: string }> = {
  sign_in_failed: { tone: 'warn', label: 'Sign-in failed' },
  limit_reached: { tone: 'active', label: 'Limit reached' },
  origin_refused: { tone: 'warn', label: 'Refused origin' },
  key_refused: { tone: 'warn', label: 'Wrong API key' },
  signature_refused: { tone: 'warn', label: 'Wrong signature' },
  admin_refused: { tone: 'warn', label: 'Admin page refused' },
  role_changed: { tone: 'active', label: 'Role changed' },
};

function Account({ person }: Event) {
  if (person === null) return <span className="text-soft">none</span>;
  return (
    <Link to={`/admin/customers/${person.id}`} className="break-all text-berry hover:underline">
      {person.name} ({person.email})
    </Link>
  );
}

const columns: Column<Event>[] = [
  {
    title: 'What',
    isHead: true,
    render: ({ kind }) => <Badge tone={words[kind].tone}>{words[kind].label}</Badge>,
  },
  { title: 'Where', render: ({ subject }) => <span className="break-all">{subject}</span> },
  { title: 'Account', render: (event) => <Account {...event} /> },
  { title: 'Network', render: ({ source }) => <span className="break-all">{source === '' ? 'unknown' : source}</span> },
  { title: 'Times', isNumber: true, render: ({ count }) => count.toLocaleString('en-US') },
  { title: 'Last', render: ({ lastAt }) => <span className="@3xl:whitespace-nowrap">{shortMoment(lastAt)}</span> },
];

export default function SecurityPage({ loaderData: { events, kind, pages } }: Route.ComponentProps) {
  const options = ['' as const, ...securityKinds].map((value) => ({
    value,
    label: value === '' ? 'Everything' : words[value].label,
  }));
  return (
    <>
      <PageHeader
        title="Security"
        lead={`What may be an attack, counted by the hour and kept for ${securityDays} days. Of an address only its network is stored.`}
      />
      <Filters choices={[{ name: 'kind', label: 'Kind', value: kind, options }]} />
      {events.length === 0 ? (
        <Empty title="Nothing here">
          {kind === '' ? 'Nothing suspicious happened in this time.' : 'Nothing of this kind happened in this time.'}
        </Empty>
      ) : (
        <DataTable caption="Security events" columns={columns} rows={events} rowKey={({ id }) => String(id)} />
      )}
      <Pager {...pages} by="time" />
    </>
  );
}
