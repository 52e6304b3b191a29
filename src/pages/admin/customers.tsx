import { useNavigation } from 'react-router';

import { listCustomers, pageSize } from '#modules/customers/customers.server.ts';
import { listUsedTags } from '#modules/team-notes/team-notes.queries.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminAction } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/customers.ts';
import { changeRole } from './customers/change-role.server.ts';
import { customerColumns } from './customers/customer-columns.tsx';
import { customerQuery, sinceRange } from './customers/customer-query.server.ts';
import { listLoadError } from './components/load-errors.tsx';
import { List } from './components/list.tsx';
import { tagChoices } from './components/team-notes.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { FileLink, AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query, visitor }) => {
  const criteria = await customerQuery(ctx, query);
  const [list, tags] = await Promise.all([
    query.list(({ page }) => listCustomers(ctx.db, { ...criteria, page }), pageSize),
    listUsedTags(ctx.db, 'customer'),
  ]);
  const since = sinceRange(query);
  const rangeProblem = since.ok ? null : rangeRefusals[since.reason];
  return { rangeProblem, list, tags, filter: query.filter, ownId: visitor.user?.id ?? '' };
});

export const action = adminAction('/admin/customers', { role: changeRole });

const kinds = optionsOf({ all: 'All', accounts: 'Accounts', guests: 'Guests' });
const empty = {
  title: 'No matching customers',
  none: 'Search by name, email, order number, or at least the last 6 digits of a phone number.',
  firstTitle: 'No customers yet',
  first: 'Customers appear here after they place an order or create an account.',
};

export default function CustomersPage({ loaderData }: Route.ComponentProps) {
  const { list, tags, filter, rangeProblem, ownId } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  return (
    <AdminPage
      title="Customers"
      arrival="Customer data erased. A confirmation email was sent to the customer."
      buttons={<FileLink to={`/admin/customers.csv${filter}`} />}
    >
      <List
        isLog
        list={list}
        search={{ label: 'Search', hint: 'Name, email, phone or order number' }}
        days={{ legend: 'First seen', problem: rangeProblem }}
        choices={[{ name: 'kind', label: 'Type', options: kinds }, ...tagChoices(tags)]}
        empty={empty}
        caption="Customers"
        columns={customerColumns(ownId)}
        isBusy={isBusy}
      />
    </AdminPage>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Customers', failure: 'Failed to load customers' });
