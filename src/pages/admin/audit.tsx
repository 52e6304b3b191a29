import { Link } from 'react-router';

import { findPeople } from '#modules/accounts/accounts.queries.server.ts';
import { personIn } from '#modules/audit/audit-log.ts';
import { listChangeFilters, searchChanges, type AuditRow } from '#modules/audit/audit-log.queries.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/audit.ts';
import {
  actionText,
  auditSubject,
  differenceLine,
  differences,
  recordLink,
  recordName,
  type AuditSubject,
} from './audit-text.ts';
import { FoldRow, foldRows } from './components/expandable-row.tsx';
import { List } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query: { text, list: listWith } }) => {
  const [{ rows, ...list }, known] = await Promise.all([
    listWith(({ q, page }) => searchChanges(ctx.db, { subject: q, actor: text('actor'), kind: text('kind'), page })),
    listChangeFilters(ctx.db),
  ]);
  const people = await findPeople(
    ctx.db,
    rows.map(({ subject }) => personIn(subject)).filter((id) => id !== null),
  );
  const entries = rows.map((row) => ({ ...row, about: auditSubject(row.subject, people) }));
  return { list: { ...list, rows: entries }, known };
});

type Entry = AuditRow & { about: AuditSubject };

function subjectText({ about, subject }: Entry): string {
  if (about === null) return recordName(subject);
  return about === 'deleted' ? 'Deleted customer' : `${about.name} (${about.email})`;
}

/** Each text is isolated, so that right-to-left text in one does not reorder the others. */
function Line({ entry }: { entry: Entry }) {
  return (
    <>
      <span className="min-w-0 basis-full truncate font-medium lg:flex-2 lg:basis-0">
        <span>{`${actionText(entry.action)}: `}</span>
        <bdi>{subjectText(entry)}</bdi>
      </span>
      <bdi className="min-w-0 basis-full truncate text-sm text-soft group-open:invisible lg:flex-3 lg:basis-0">
        {differenceLine(differences(entry.before, entry.after))}
      </bdi>
      <span className="text-sm wrap-anywhere text-soft lg:w-80 lg:truncate lg:text-right">
        {`${formatDateTime(entry.at)} by ${entry.actorEmail}`}
      </span>
    </>
  );
}

/** Returns the page of what a change is about. Null if it has none or is gone. */
function subjectLink({ about, subject }: Entry): { to: string; text: string } | null {
  if (about === null) return recordLink(subject);
  return about === 'deleted' ? null : { to: `/admin/customers/${about.id}`, text: 'Open this customer' };
}

function Details({ entry }: { entry: Entry }) {
  const { before, after, subject } = entry;
  const link = subjectLink(entry);
  return (
    <>
      <p className="flex flex-wrap gap-x-4 text-sm">
        {link === null ? null : (
          <Link to={link.to} className="text-berry hover:underline">
            {link.text}
          </Link>
        )}
        <span className="wrap-anywhere text-soft">{subject}</span>
      </p>
      <dl className="mt-2">
        {differences(before, after).map((field) => (
          <div key={field.name} className="grid gap-x-4 py-1 sm:grid-cols-[10rem_1fr]">
            <dt className="text-soft">{field.name}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
              {field.before === null ? null : (
                <bdi>
                  <del className="text-soft">{field.before}</del>
                </bdi>
              )}
              <span>{field.before === null || field.after === null ? null : ' → '}</span>
              {field.after === null ? null : (
                <bdi>
                  <ins className="no-underline">{field.after}</ins>
                </bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const sorts = [
  { title: 'When', sortBy: '-when' },
  { title: 'Subject', sortBy: 'subject' },
  { title: 'By', sortBy: 'by' },
];

export default function AuditPage({ loaderData: { list, known } }: Route.ComponentProps) {
  return (
    <AdminPage title="Audit log" lead="Who changed what, and when. Entries can’t be changed.">
      <List
        isLog
        list={list}
        search={{ label: 'Record, for example an order number' }}
        choices={[
          { name: 'kind', label: 'Type', options: optionsOf(known.kinds, 'All types') },
          { name: 'actor', label: 'By', options: optionsOf(known.actors, 'All people') },
        ]}
        sorts={sorts}
        hasNoHeadings
        empty={{ title: 'No matching entries', first: 'Changes made by admins appear here.' }}
      >
        <ol className={foldRows}>
          {list.rows.map((entry) => (
            <li key={entry.id}>
              <FoldRow line={<Line entry={entry} />}>
                <Details entry={entry} />
              </FoldRow>
            </li>
          ))}
        </ol>
      </List>
    </AdminPage>
  );
}
