import { Link } from 'react-router';

import { findPeople } from '#modules/accounts/profile.server.ts';
import { personIn } from '#modules/audit/audit-log.ts';
import { listChangeFilters, searchChanges, type AuditRow } from '#modules/audit/audit-log.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/audit.ts';
import { auditSubject, actionText, differences, type AuditSubject } from './audit-text.ts';
import { List } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query: { text, log } }) => {
  const [{ rows, ...list }, known] = await Promise.all([
    log(({ q, ...limits }) =>
      searchChanges(ctx.db, { subject: q, actor: text('actor'), kind: text('kind'), ...limits }),
    ),
    listChangeFilters(ctx.db),
  ]);
  const people = await findPeople(
    ctx.db,
    rows.map(({ subject }) => personIn(subject)).filter((id) => id !== null),
  );
  const entries = rows.map((row) => ({ ...row, about: auditSubject(row.subject, people) }));
  return { list: { ...list, rows: entries }, known };
});

function Subject({ about, subject }: { about: AuditSubject; subject: string }) {
  if (about === null) return <span>{subject}</span>;
  if (about === 'deleted') return <span>deleted customer</span>;
  const { id, name, email } = about;
  return (
    <Link to={`/admin/customers/${id}`} className="text-berry hover:underline">
      <bdi>{name}</bdi>
      <span>{` (${email})`}</span>
    </Link>
  );
}

/** Each text is isolated, so that right-to-left text in one does not reorder the others. */
function Entry({ entry }: { entry: AuditRow & { about: AuditSubject } }) {
  const { at, actorEmail, action, subject, about } = entry;
  return (
    <li className="rounded-card border border-line bg-white p-5">
      <div className="flex flex-wrap justify-between gap-x-6">
        <h2 className="font-sans text-base font-medium tracking-normal break-all">
          <span>{`${actionText(action)}: `}</span>
          <Subject about={about} subject={subject} />
        </h2>
        <p className="text-sm wrap-anywhere text-soft">{`${shortMoment(at)} by ${actorEmail}`}</p>
      </div>
      <dl className="mt-2">
        {differences(entry.before, entry.after).map(({ name, before, after }) => (
          <div key={name} className="grid gap-x-4 py-1 sm:grid-cols-[10rem_1fr]">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
              {before === null ? null : (
                <bdi>
                  <del className="text-soft">{before}</del>
                </bdi>
              )}
              <span>{before === null || after === null ? null : ' → '}</span>
              {after === null ? null : (
                <bdi>
                  <ins className="no-underline">{after}</ins>
                </bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

export default function AuditPage({ loaderData: { list, known } }: Route.ComponentProps) {
  return (
    <Page title="Audit log" lead="Who changed what, and when. Entries are only ever added.">
      <List
        isLog
        list={list}
        search={{ label: 'Subject, for example an order number' }}
        choices={[
          { name: 'kind', label: 'Kind', options: optionsOf(known.kinds, 'Everything') },
          { name: 'actor', label: 'By', options: optionsOf(known.actors, 'Everyone') },
        ]}
        empty={{ title: 'Nothing here', first: 'The first change of an admin appears here.' }}
      >
        <ol className="max-w-5xl space-y-3">
          {list.rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </List>
    </Page>
  );
}
