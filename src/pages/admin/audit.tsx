import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { peopleOf } from '#modules/people/accounts/people/service.server.ts';
import { pageOf, personIn, placeOf } from '#modules/ground/audit/rules.ts';
import { knownOfChanges, searchChanges, type AuditRow } from '#modules/ground/audit/search/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';

import type { Route } from './+types/audit.ts';
import { aboutOf, actionWords, differences, logAddress, type About } from './audit/words.ts';
import { askedOf, pageSize } from './forms/listing.ts';
import { Pager } from './parts/pager.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const { q, text } = askedOf(request);
  const filter = { actor: text('actor'), kind: text('kind') };
  const place = placeOf(new URL(request.url).searchParams);
  const [found, known] = await Promise.all([
    searchChanges(ctx.db, { subject: q, ...filter, place, limit: pageSize + 1 }),
    knownOfChanges(ctx.db),
  ]);
  const { rows, newer, older } = pageOf(found, pageSize, place);
  const people = await peopleOf(
    ctx.db,
    rows.map(({ subject }) => personIn(subject)).filter((id) => id !== null),
  );
  const entries = rows.map((row) => ({ ...row, about: aboutOf(row.subject, people) }));
  const to = (name: string, id: number | null) =>
    id === null ? null : logAddress({ q, ...filter, [name]: String(id) });
  const pages = { previous: to('before', newer), next: to('after', older) };
  return { entries, q, ...filter, pages, known };
}

export const meta: Route.MetaFunction = () => [{ title: `Audit log | Admin | ${site.name}` }];

function Subject({ about, subject }: { about: About; subject: string }) {
  if (about === null) return subject;
  if (about === 'deleted') return 'deleted customer';
  const { id, name, email } = about;
  return (
    <Link to={`/admin/customers/${id}`} className="text-berry hover:underline">
      {name} ({email})
    </Link>
  );
}

function Entry({ entry }: { entry: AuditRow & { about: About } }) {
  const { at, actorEmail, action, subject, about } = entry;
  return (
    <li className="rounded-card border border-line bg-white p-5">
      <div className="flex flex-wrap justify-between gap-x-6">
        <h2 className="font-sans text-base font-medium tracking-normal break-all">
          {actionWords(action)}: <Subject about={about} subject={subject} />
        </h2>
        <p className="text-sm break-words text-soft">
          {shortMoment(at)} by {actorEmail}
        </p>
      </div>
      <dl className="mt-2">
        {differences(entry.before, entry.after).map(({ name, before, after }) => (
          <div key={name} className="grid gap-x-4 py-1 sm:grid-cols-[10rem_1fr]">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line">
              {before === null ? null : <del className="text-soft">{before}</del>}
              {before === null || after === null ? null : ' → '}
              {after === null ? null : <ins className="no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

export default function AuditPage({ loaderData: { entries, actor, kind, q, pages, known } }: Route.ComponentProps) {
  const choice = (values: string[], all: string) => [
    { value: '', label: all },
    ...values.map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <PageHeader title="Audit log" lead="Who changed what, and when. Entries are only ever added." />
      <Filters
        search={{ label: 'Subject, for example an order number', value: q }}
        choices={[
          { name: 'kind', label: 'Kind', value: kind, options: choice(known.kinds, 'Everything') },
          { name: 'actor', label: 'By', value: actor, options: choice(known.actors, 'Everyone') },
        ]}
      />
      {entries.length === 0 ? (
        <Empty title="Nothing here">
          {known.actors.length === 0 ? 'The first change of an admin appears here.' : 'Nothing fits this search.'}
        </Empty>
      ) : (
        <ol className="max-w-5xl space-y-3">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager {...pages} by="time" />
    </>
  );
}
