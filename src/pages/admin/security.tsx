import { Link } from 'react-router';

import { findPeople, type Person } from '#modules/accounts/profile.server.ts';
import { securityDays, securityKinds, type SecurityKind } from '#modules/accounts/security-log.ts';
import { listSecurityEvents, type SecurityRow } from '#modules/accounts/security-log.server.ts';
import { formatCount } from '#shared/money.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/security.ts';
import { StateBadge, stateLabels, type State } from './components/badge.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query: { choice, log } }) => {
  const kind = choice('kind', ['', ...securityKinds]);
  const { rows, pages } = await log(({ cursor, limit }) => listSecurityEvents(ctx.db, { kind, cursor, limit }));
  const people = await findPeople(
    ctx.db,
    rows.map(({ accountId }) => accountId).filter((id) => id !== ''),
  );
  const events = rows.map((row) => ({ ...row, person: people.get(row.accountId) ?? null }));
  return { list: { rows: events, pages } };
});

type Event = SecurityRow & { person: Person | null };

const words: Record<SecurityKind, State> = {
  signed_in: ['plain', 'Signed in'],
  signed_out: ['plain', 'Signed out'],
  sign_in_failed: ['warn', 'Sign-in failed'],
  reset_requested: ['active', 'Password reset requested'],
  reset_refused: ['warn', 'Password reset refused'],
  password_reset: ['active', 'Password reset'],
  limit_reached: ['active', 'Limit reached'],
  origin_refused: ['warn', 'Refused origin'],
  key_refused: ['warn', 'Wrong API key'],
  signature_refused: ['warn', 'Wrong signature'],
  admin_refused: ['warn', 'Admin page or action refused'],
  order_link_refused: ['warn', 'Forged order link'],
  order_refused: ['warn', 'Order refused'],
  exported: ['active', 'Data exported'],
  role_changed: ['active', 'Role changed'],
  second_factor_reset: ['active', 'Second factor reset'],
  invited: ['active', 'Invitation sent'],
};

function Account({ person, accountHash }: Event) {
  if (person === null) {
    if (accountHash === '') return <span className="text-soft">none</span>;
    return <span className="text-soft">{`unknown, ${accountHash.slice(0, 8)}`}</span>;
  }
  return (
    <Link to={`/admin/customers/${person.id}`} className="break-all text-berry hover:underline">
      {`${person.name} (${person.email})`}
    </Link>
  );
}

const columns: Column<Event>[] = [
  { title: 'What', isHead: true, render: ({ kind }) => <StateBadge of={words[kind]} /> },
  { title: 'Where', render: ({ subject }) => <span className="break-all">{subject}</span> },
  { title: 'Account', render: (event) => <Account {...event} /> },
  {
    title: 'Network or address',
    render: ({ source }) => <span className="break-all">{source === '' ? 'unknown' : source}</span>,
  },
  { title: 'Times', isNumber: true, render: ({ count }) => formatCount(count) },
  { title: 'Last', render: ({ lastAt }) => <span className="@3xl:whitespace-nowrap">{shortMoment(lastAt)}</span> },
];

export default function SecurityPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <Page
      title="Security"
      lead={`Sign-ins, exports and what may be an attack, counted by the hour and kept for ${securityDays} days. Only failed sign-ins store a whole network address. An email address without an account is shown as a short code: equal codes are the same address.`}
    >
      <List
        isLog
        list={list}
        caption="Security events"
        choices={[{ name: 'kind', label: 'Kind', options: optionsOf(stateLabels(words), 'Everything') }]}
        empty={{
          title: 'Nothing here',
          first: 'Nothing suspicious happened in this time.',
          none: 'Nothing of this kind happened in this time.',
        }}
        columns={columns}
      />
    </Page>
  );
}
