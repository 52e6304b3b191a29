import { Link } from 'react-router';

import { findPeople, type UserSummary } from '#modules/accounts/accounts.queries.server.ts';
import { securityDays, securityKinds, type SecurityKind } from '#modules/accounts/security-log.ts';
import { listSecurityEvents, type SecurityRow } from '#modules/accounts/security-log.queries.server.ts';
import { formatCount } from '#shared/money.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/security.ts';
import { StateBadge, stateLabels, type State } from './components/badge.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query: { choice, list } }) => {
  const kind = choice('kind', ['', ...securityKinds]);
  const { rows, ...found } = await list(({ page }) => listSecurityEvents(ctx.db, { kind, page }));
  const people = await findPeople(
    ctx.db,
    rows.map(({ accountId }) => accountId).filter((id) => id !== ''),
  );
  const events = rows.map((row) => ({ ...row, person: people.get(row.accountId) ?? null }));
  return { list: { ...found, rows: events } };
});

type Event = SecurityRow & { person: UserSummary | null };

const words: Record<SecurityKind, State> = {
  signed_in: ['plain', 'Signed in'],
  signed_out: ['plain', 'Signed out'],
  sign_in_failed: ['warn', 'Sign-in failed'],
  reset_requested: ['active', 'Password reset requested'],
  reset_refused: ['warn', 'Password reset blocked'],
  password_reset: ['active', 'Password reset'],
  limit_reached: ['active', 'Rate limit reached'],
  origin_refused: ['warn', 'Request from another site blocked'],
  key_refused: ['warn', 'Invalid API key'],
  signature_refused: ['warn', 'Invalid signature'],
  admin_refused: ['warn', 'Admin access denied'],
  order_link_refused: ['warn', 'Invalid order link'],
  order_refused: ['warn', 'Order access denied'],
  exported: ['active', 'Data exported'],
  role_changed: ['active', 'Role changed'],
  second_factor_reset: ['active', 'Two-factor reset'],
  invited: ['active', 'Invitation sent'],
};

function Account({ person, accountHash }: Event) {
  if (person === null) {
    if (accountHash === '') return <span className="text-soft">None</span>;
    return <span className="text-soft">{`Unknown, ${accountHash.slice(0, 8)}`}</span>;
  }
  return (
    <Link to={`/admin/customers/${person.id}`} className="break-all text-berry hover:underline">
      {`${person.name} (${person.email})`}
    </Link>
  );
}

const columns: Column<Event>[] = [
  { title: 'Event', sortBy: 'what', isHead: true, render: ({ kind }) => <StateBadge of={words[kind]} /> },
  { title: 'Target', render: ({ subject }) => <span className="break-all">{subject}</span> },
  { title: 'Account', render: (event) => <Account {...event} /> },
  {
    title: 'IP address or network',
    render: ({ source }) => <span className="break-all">{source === '' ? 'Unknown' : source}</span>,
  },
  { title: 'Count', isNumber: true, render: ({ count }) => formatCount(count) },
  {
    title: 'Last seen',
    sortBy: '-last',
    render: ({ lastAt }) => <span className="@3xl:whitespace-nowrap">{formatDateTime(lastAt)}</span>,
  },
];

export default function SecurityPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Security"
      lead={`Sign-ins, exports and possible attacks, grouped by hour and kept for ${securityDays} days. Full IP addresses are stored only for failed sign-ins. Email addresses without an account appear as short codes. The same code means the same address.`}
    >
      <List
        isLog
        list={list}
        caption="Security events"
        choices={[{ name: 'kind', label: 'Type', options: optionsOf(stateLabels(words), 'All events') }]}
        empty={{
          title: 'No events',
          first: 'Nothing suspicious happened in this period.',
          none: 'No events of this type in this period.',
        }}
        columns={columns}
      />
    </AdminPage>
  );
}
